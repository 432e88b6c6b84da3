/** The option before the command that keeps what is printed from going through a pager, as git has it. */
export const NO_PAGER = "--no-pager";
