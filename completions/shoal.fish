# fish completion of shoal. Install in ~/.config/fish/completions or
# /usr/share/fish/vendor_completions.d. What there is to complete, `shoal complete` says.

function __shoal_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    for line in ($words[1] complete $words[2..-1] "$word" 2>/dev/null)
        switch $line
            case :files
                # The name of an option, if there is one, stays in front.
                set -l option (string match -r '^--[^=]*=' -- "$word")
                for path in (__fish_complete_path (string replace -r '^--[^=]*=' '' -- "$word"))
                    echo "$option$path"
                end
            case :commands
                __fish_complete_command
            case '*'
                echo $line
        end
    end
end

complete -c shoal -f -a '(__shoal_complete)'
