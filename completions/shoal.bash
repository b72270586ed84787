# bash completion of shoal. Install as /usr/share/bash-completion/completions/shoal, or
# source it. What there is to complete, `shoal complete` says.

_shoal() {
    local line=${COMP_LINE:0:COMP_POINT} candidate
    local -a words
    # Not COMP_WORDS: bash splits --arg buf:f32:16 and --stats=json at ':' and '='.
    read -ra words <<<"$line"
    [[ $line == *[[:space:]] ]] && words+=("")
    local word=${words[${#words[@]} - 1]}
    # What bash regards as done already is not part of what it inserts.
    local done=""
    [[ $word == *[:=]* && $COMP_WORDBREAKS == *:* ]] && done=${word%"${word##*[:=]}"}
    COMPREPLY=()
    while IFS=$'\t' read -r candidate _; do
        case $candidate in
        :files) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "${word#"$done"}") ;;
        :commands) mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -c -f -- "$word") ;;
        *)
            # More follows these.
            [[ $candidate == *[:=\{] ]] && compopt -o nospace 2>/dev/null
            COMPREPLY+=("${candidate#"$done"}")
            ;;
        esac
    done < <("${words[0]}" complete "${words[@]:1}" 2>/dev/null)
    [[ $word == */* || ${#COMPREPLY[@]} == 0 ]] && compopt -o filenames 2>/dev/null
    return 0
}
complete -F _shoal shoal
