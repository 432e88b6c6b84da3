/** The shells that are known, in the order in which help lists them. */
export const SHELLS = ["bash", "zsh", "fish", "powershell"] as const;

/** A shell that is known. */
export type Shell = (typeof SHELLS)[number];

/**
 * What each shell loads. All ask the program itself: `anp __complete WORDS… WORD` prints what the last word may become, a line each, and
 * nothing where files are meant. What it prints is compared and inserted as text, never run.
 */
export const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# bash completions of anp
_anp() {
  local word="\${COMP_WORDS[COMP_CWORD]}" line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(anp __complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$word" 2>/dev/null)
}
complete -o default -F _anp anp
`,
  zsh: `#compdef anp
# zsh completions of anp
_anp() {
  local -a found described
  local line
  while IFS= read -r line; do
    found+=("\${line%%$'\\t'*}")
    described+=("\${line//$'\\t'/  -- }")
  done < <(anp __complete "\${(@)words[2,CURRENT-1]}" "\${words[CURRENT]}" 2>/dev/null)
  if (( \${#found} )); then
    compadd -d described -a found
  else
    _files
  fi
}
if [ "$funcstack[1]" = "_anp" ]; then
  _anp "$@"
else
  compdef _anp anp
fi
`,
  fish: `# fish completions of anp
function __anp_complete
    set -l words (commandline -opc)
    set -e words[1]
    anp __complete $words (commandline -ct) 2>/dev/null
end
complete -c anp -a '(__anp_complete)'
`,
  powershell: `# PowerShell completions of anp
Register-ArgumentCompleter -Native -CommandName anp -ScriptBlock {
    param($word, $ast, $cursor)
    $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    if ($words.Count -gt 0 -and $words[-1] -eq $word) { $words = @($words | Select-Object -SkipLast 1) }
    anp __complete @words "$word" 2>$null | ForEach-Object {
        $name, $text = $_ -split "\`t", 2
        if (-not $text) { $text = $name }
        [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $text)
    }
}
`,
};
