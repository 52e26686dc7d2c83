#!/usr/bin/env bash
# Counts the patterns of tests/style/patterns.txt in documents, comments, messages and titles of tests.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

usage() {
    cat <<'END'
usage: tests/style.sh [--at COMMIT | --store | --show PATTERN]

Prints how often each pattern of tests/style/patterns.txt occurs per 10,000 words in documents, comments, messages and titles of
tests, and fails if a rate is above its bound in tests/style/bounds.txt.
  --at COMMIT     counts in that commit, without bounds
  --store         writes the present rates as the bounds
  --show PATTERN  prints each place of a pattern, for example --show of-first
END
}

folder=$root mode=check pattern=""
case ${1:-} in
--at)
    mode=count folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    git -C "$root" archive "${2:?--at needs a commit}" | tar -x -C "$folder"
    ;;
--store) mode=store ;;
--show) mode=show pattern=${2:?--show needs a pattern} ;;
-h | --help) usage && exit 0 ;;
'') ;;
*) echo "tests/style.sh: unknown option $1" >&2 && usage >&2 && exit 2 ;;
esac

# Prints "AREA<tab>FILE<tab>TEXT" per paragraph, comment, message or title.
texts() {
    (cd "$folder" && find . -name build -prune -o -name .git -prune -o -path ./tests/style -prune -o -type f \
        \( -name '*.md' -o -path './man/*.[137]' -o -name '*.mdoc' -o -name '*.cpp' -o -name '*.h' -o -name '*.cl' -o -name '*.sh' \
        -o -name '*.cmake' -o -name CMakeLists.txt \) -print | sort | perl -e '
        use strict;
        sub put {
            my ($area, $file, $text) = @_;
            $text =~ s/\s+/ /g;
            $text =~ s/^ | $//g;
            print "$area\t$file\t$text\n" if $text =~ /[a-z] [a-z]/i;
        }
        while (my $file = <STDIN>) {
            chomp $file;
            open my $in, "<", $file or die "$file: $!";
            my @lines = <$in>;
            chomp @lines;
            my ($text, $inside) = ("", 0);
            if ($file =~ /\.md$/) {
                for (@lines, "") {
                    if (/^\s*```/) { $inside = !$inside; next; }
                    next if $inside;
                    my $line = $_;
                    $line =~ s/`[^`]*`/CODE/g;
                    $line =~ s/\]\([^)]*\)/]/g;
                    if ($line =~ /^\s*(?:$|#|\||[-*] |\d+\. |!\[)/) { put("documents", $file, $text); $text = ""; }
                    $line =~ s/^\s*(?:#+|[-*]|\d+\.) //;
                    $text .= " $line";
                }
                put("documents", $file, $text);
            } elsif ($file =~ /\.(?:[137]|mdoc)$/) {
                for (@lines) {
                    $inside = 1 if /^\.Bd -literal/;
                    if (/^\.Ed/) { $inside = 0; next; }
                    next if $inside || /^\.\\"/ || /^\.(?:Dd|Dt|Os|Nm|Op|Fl|%|Rs|Re|Dl|Xr|Bd|El)\b/ && !/^\.(?:Nm|Fl|Xr)\b/;
                    if (/^\.(?:Sh|Ss|Pp|It|Bl)\b/) { put("documents", $file, $text); $text = ""; next; }
                    my $line = $_;
                    if ($line =~ s/^\.//) {
                        $line =~ s/\b(?:Fl|Cm|Ar|Ns|Pq|Po|Pc|Dq|Sq|Ql|Pa|Va|Ev|Xr|Sx|Li|Pf|Em|Sy|Ic|Nm|Brq|No|See|Op|Fn|Ft|Fa)\b(?: CODE)?/CODE/g;
                        $line =~ s/^CODE.*?( [.,;:]| \))?$/CODE$1/;
                        $line =~ s/ ([.,;:])$/$1/;
                    }
                    $text .= " $line";
                }
                put("documents", $file, $text);
            } elsif ($file =~ /\.(?:cpp|h|cl)$/) {
                my $all = join " ", @lines;
                while ($all =~ /\bTEST_CASE(?:_FIXTURE|_TEMPLATE)?\((?:\w+, )?\s*((?:"(?:[^"\\]|\\.)*"\s*)+)/g) {
                    (my $title = $1) =~ s/"\s*"//g;
                    put("titles", $file, $title =~ s/^"|"\s*$//gr);
                }
                for (@lines, "") {
                    if (m{^(.*?)//[/!]?<?\s*(.*)$} && $1 !~ /https?:$|"[^"]*$/) {
                        my ($code, $comment) = ($1, $2);
                        if ($code =~ /\S/) { put("comments", $file, $text); $text = ""; }
                        $text .= " $comment";
                    } else {
                        put("comments", $file, $text);
                        $text = "";
                    }
                    next if $file !~ m{^\./src/} || /^\s*#\s*include/;
                    my $code = $_;
                    $code =~ s{//.*}{};
                    put("messages", $file, $1) while $code =~ /"((?:[^"\\]|\\.)*)"/g;
                }
            } else {
                for (@lines, "") {
                    if (/^\s*#(?!!)\s?(.*)$/) { $text .= " $1"; } else { put("comments", $file, $text); $text = ""; }
                }
            }
        }')
}

texts | perl -e '
    use strict;
    my ($root, $mode, $shown) = @ARGV;
    my (@names, %form, %count, %words, $failed);
    open my $in, "<", "$root/tests/style/patterns.txt" or die;
    while (<$in>) {
        chomp;
        next if /^#|^$/;
        my ($name, $form, $example) = split /\t/;
        push @names, $name;
        $form{$name} = qr/$form/;
        die "tests/style/patterns.txt: $name does not find its own example\n" if $example !~ $form{$name};
    }
    die "tests/style.sh: there is no pattern $shown\n" if $mode eq "show" && !$form{$shown};
    while (<STDIN>) {
        chomp;
        my ($area, $file, $text) = split /\t/;
        $words{$area} += () = $text =~ /[A-Za-z][\w\x27-]*/g;
        $count{you}{$area} += () = $text =~ /\b[Yy]ours?\b|\b[Yy]ou\b/g;
        for my $name (@names) {
            my $found = () = $text =~ /$form{$name}/g;
            $count{$name}{$area} += $found;
            print "$area $file: $text\n" if $found && $mode eq "show" && $name eq $shown;
        }
    }
    exit 0 if $mode eq "show";
    my @areas = ("documents", "comments", "messages", "titles");
    die "tests/style.sh: no words were found\n" if grep { !$words{$_} } @areas;
    my (%bound, %rate);
    my $bounds = "$root/tests/style/bounds.txt";
    if ($mode eq "check") {
        open my $in, "<", $bounds or die "$bounds: $!";
        while (<$in>) { my ($name, @rates) = split; @{$bound{$name}}{@areas} = @rates if $name ne "#"; }
    }
    printf "%-14s" . "%24s" x 4 . "\n", "per 10,000", map { "$_ ($words{$_} words)" } @areas;
    for my $name (@names, "you") {
        printf "%-14s", $name;
        for (@areas) {
            $rate{$name}{$_} = sprintf "%.1f", 10000 * $count{$name}{$_} / $words{$_};
            printf "%24s", "$rate{$name}{$_} ($count{$name}{$_})";
        }
        print "\n";
        next if $mode ne "check" || $name eq "you";
        for (@areas) {
            next if $name eq "semicolon" && $_ ne "documents"; # messages have one before the remedy
            my $most = $bound{$name}{$_};
            die "tests/style.sh: $name has no bound; tests/style.sh --store\n" if !defined $most;
            next if $rate{$name}{$_} <= $most;
            $failed = 1;
            print STDERR "tests/style.sh: $name in $_: $rate{$name}{$_} per 10,000 words, at most $most are allowed; see tests/style.sh --show $name\n";
        }
    }
    if ($mode eq "store") {
        open my $out, ">", $bounds or die "$bounds: $!";
        print $out "# The highest rate per 10,000 words that tests/style.sh accepts: documents, comments, messages, titles.\n";
        printf $out "%s %s %s %s %s\n", $_, @{$rate{$_}}{@areas} for @names;
    }
    exit $failed;
' "$root" "$mode" "$pattern"
