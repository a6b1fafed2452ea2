/** What stands for a value that is known only while a pipeline runs: part of a name, and a word of SQL. */
export const UNKNOWN_VALUE = 'headrace_value_of_a_run'

/** Whether a name has such a value in it, however a database spells it. */
export const hasUnknownValue = (name: string): boolean => name.toLowerCase().includes(UNKNOWN_VALUE)
