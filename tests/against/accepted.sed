# What may differ between two builds, left out of texts (logs, JSON, CSV, what is printed) before they are compared.
# Each line with its reason; a refactoring that changes a text on purpose adds its own.

# Times, and rates that follow from them, are different in every run.
s/"[a-z_]*_?ms(_of_repeats)?": ?(\[[^]]*\]|[-+0-9.e]+),?//g
s/"(mpixel_per_s|gb_per_s|mpixel_s|gb_s|copy_gb_s|copy_gb_per_s|speed_up|flatness|share_of_copy)": ?[-+0-9.e]+,?//g
s/; [0-9.:]+( s)?$//
s/ [0-9.:]+ m?s$//
# Times in tables of --verbose and in pages of --report.
s/^(  (read|compile|upload|setup|enter|denoise|edge search|gather|start|variance|count|reproject|keep|pack guides|invert|level [0-9]+|noise|synthesis|leave|download|write|total) )[-0-9. ]+$/\1/
s/<div class="bar"[^>]*>(<i [^>]*><\/i>)*<\/div><p class="legend">(<span[^>]*>[^<]*<\/span> ?)*<\/p>//
s/<table class="times">(<tr>(<t[hd]>[^<]*<\/t[hd]>)*<\/tr>)*<\/table>//
s/ · [0-9.]+ m?s<\/p>$/<\/p>/
s/ data-ms="[^"]*"//
s/<li><b>[0-9.]+ (ms<\/b>|s<\/b>|<\/b> Mpixel\/s)<\/li>//g
s/<li><b>[-0-9.e+]+<\/b> Mpixel\/s<\/li>//g
s/^<dt>(began|run|version)<\/dt>.*$//
s/^  stage +ms  Mpixel/  stage ms  Mpixel/
s/ of about [-0-9.e+]+ s: about .*$//
# The plan of denoise counts what its process holds already, of which libraries are a part.
s/((: [0-9]+ to [0-9]+|\.exr) +[0-9]+) +[0-9.]+ MiB$/\1/
# OpenEXR names what it writes to, which is a number of an open file.
s/fd\/[0-9]+\b/fd/g
# PoCL counts the memory that is free at the moment.
s/"(memory|largest_buffer)": ?[0-9]+,?//g
s/ [0-9.]+ GiB//g
# Outputs that are being written have names of their process.
s/\.atrous-[0-9]+-[0-9]+\././g
# Each run has a name of its own in its log.
s/"run": ?"[^"]*",?//g
# The log has times of the run from 2026-11-26 on.
s/"(began|seconds)": ?("[^"]*"|[-+0-9.e]+),?//g
# The version of the program.
s/"atrous": ?"[^"]*",?//
# The log names its schema from version 0.2.0 on.
s/"schema": ?[0-9]+,?//
# Outputs have a size and a checksum from schema 3 on, and what is beside them is named, too.
s/,"bytes":[0-9]+,"xxh128":"[0-9a-f]+"//g
s/,\{"output":"([^"]*_compare\.[a-z0-9]+|levels\/[^"]*)"[^}]*\}//g
s/,\{"output":"[^"]*"[^}]*"companion":true\}//g
# What is left of a list whose last member was one of those.
s/,\}/}/g
# Warnings in plainer English, from version 0.2.0 on.
s/holds colour and alpha alone/holds only colour and alpha/g
s/holds no such metadata here/cannot hold these metadata/g
# Errors of values and names are worded by the option rows, with their ranges, from version 0.2.0 on.
s/; allowed (are|is a whole number from) 1 to 2$/; allowed 1 to 2/
s/: unknown value '([a-z]+)'; choose .*$/: '\1' is unknown/
s/: '([a-z]+)' is unknown; allowed is .*$/: '\1' is unknown/
s/( a curve like 0:1,0\.4:1\.2,1:1\.5) from 0 to 10$/\1/
# The pass that makes the layout tables says its own stage, and the bytes that it moves (those of the sizes of cases.sh).
s/"stage": "(enter|setup)"/"stage": "enter or setup"/
s/"bytes": (0|4608|9216),//
# Metadata that are damaged and those that cannot be read at all are told apart, from version 0.2.0 on.
s/its metadata (is damaged in part|cannot be read) (\([^)]*\))(: what OpenImageIO knows of it is kept)?/its metadata is damaged \2/g
# Plans of runs say what the runs themselves say of outputs that exist, from version 0.2.0 on.
s/(exists already; --overwrite replaces it), --skip-existing leaves it$/\1/

# Meant, and no text that could be left out here: who compares with a program from before 2026-11-23 (commit df41c78) finds these
# commands to differ, and no others.
#   verify*              logs name sizes, checksums and companions (schema 3), and verify compares them: cut and changed files
#                        are told apart, companions are counted, --json has only_decoded
#   denoise-dry-newer    the plan of denoise knows --newer, as its run did
#   compare-heat         --heat is as large as the pictures, and says its scale in words in place of a legend
#   help-*               -h is one screen, --help has what experts need last; --skip-existing, verify and compare as above;
#                        bench names every form and map of its tables
