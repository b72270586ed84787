# printf.awk: arguments of printf, in LLVM's text of a module that is not optimised, in a form that LLVM's
# AMDGPUPrintfRuntimeBinding passes on as they are.
#
# It puts strings that it knows into the record, without the end of those whose length is a multiple of 4, and doubles that it
# knows as floats. So pointers to constants become numbers, which src/engine/printf.c takes for addresses where the format has a
# string, and constants of double are loaded. Arguments that the format does not use go: it describes them wrongly.
# space: the number of the constant address space.
BEGIN { place = "addrspace(" space ")" }

# How long the first argument of a list is: up to a comma, or to the bracket that closes the list.
function length_of_first(list,    at, depth, c) {
    for (at = 1; at <= length(list); at++) {
        c = substr(list, at, 1)
        if (c ~ /[<([{]/)
            depth++
        if ((c ~ /[>)\]}]/ && --depth < 0) || (c == "," && !depth))
            return at - 1
    }
    return length(list)
}

# The argument in its new form; what it takes is printed.
function changed(argument,    word, words, name) {
    words = split(argument, word, " ")
    name = "%shoal.printf" (count + 1)
    if (argument ~ /^double( noundef)* [-+0-9]/) {
        printf "  %s = load volatile double, ptr %s @shoal.printf%d\n", name, place, ++count
        constants = constants "@shoal.printf" count " = internal " place " constant double " word[words] "\n"
        return "double " name
    }
    if (argument ~ /^ptr addrspace\([24]\)( noundef)* [@%][^ ]+$/) {
        printf "  %s = ptrtoint ptr %s %s to i64\n", name, word[2], word[words]
        count++
        return "i64 " name
    }
    return argument
}

# How many arguments a format takes, as LLVM writes its text.
function conversions(text,    n) {
    gsub(/%%/, "", text)
    n = gsub(/%/, "", text)
    return n
}

/^@[^ ]+ = .* constant \[[0-9]+ x i8\] (c"|zeroinitializer)/ {
    text = $0
    takes[$1] = sub(/^.* x i8\] c"/, "", text) ? conversions(text) : 0
}

/ call .*@printf\(/ {
    start = index($0, "@printf(") + length("@printf(")
    rest = substr($0, start)
    size = length_of_first(rest) # the format
    line = substr($0, 1, start - 1) substr(rest, 1, size)
    words = split(substr(rest, 1, size), word, " ")
    left = word[words] in takes ? takes[word[words]] : 1e9
    for (rest = substr(rest, size + 1); rest ~ /^, /; rest = substr(rest, size + 3)) {
        size = length_of_first(substr(rest, 3))
        if (left-- > 0)
            line = line ", " changed(substr(rest, 3, size))
    }
    print line rest
    next
}
{ print }
END { printf "%s", constants }
