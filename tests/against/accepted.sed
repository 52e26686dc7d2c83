# What may differ between two builds, left out of texts (logs, JSON, CSV, what is printed) before they are compared.
# Each line with its reason; a refactoring that changes a text on purpose adds its own.

# Times, and rates that follow from them, are different in every run.
s/"[a-z_]*_?ms(_of_repeats)?": ?(\[[^]]*\]|[-+0-9.e]+),?//g
s/"(mpixel_per_s|gb_per_s|mpixel_s|gb_s|copy_gb_s|copy_gb_per_s|speed_up|flatness|share_of_copy)": ?[-+0-9.e]+,?//g
s/; [0-9.:]+( s)?$//
s/ [0-9.:]+ m?s$//
# PoCL counts the memory that is free at the moment.
s/"(memory|largest_buffer)": ?[0-9]+,?//g
s/ [0-9.]+ GiB//g
# Outputs that are being written have names of their process.
s/\.atrous-[0-9]+-[0-9]+\././g
# Each run has a name of its own in its log.
s/"run": ?"[^"]*",?//g
# The version of the program.
s/"atrous": ?"[^"]*",?//
# The log names its schema from version 0.2.0 on.
s/"schema": ?[0-9]+,?//
# Outputs have a size and a checksum from schema 3 on, and what is beside them is named, too.
s/,"bytes":[0-9]+,"xxh128":"[0-9a-f]+"//g
s/,\{"output":"([^"]*_compare\.[a-z]+|levels\/[^"]*)"[^}]*\}//g
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
