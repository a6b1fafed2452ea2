/** How assertions compare a number with the stated one, by the words of files. */
export const numberComparisons: Readonly<Record<string, (actual: number, stated: number) => boolean>> = {
  'Equal To': (actual, stated) => actual === stated,
  'Not Equal To': (actual, stated) => actual !== stated,
  'Greater Than': (actual, stated) => actual > stated,
  'Greater Than or Equal To': (actual, stated) => actual >= stated,
  'Less Than': (actual, stated) => actual < stated,
  'Less Than or Equal To': (actual, stated) => actual <= stated,
}
