import { askUser, type Question, type QuestionAnswer } from '../../assistant/questions.ts'
import { invalidInput } from '../../assistant/tool.ts'

/** The questions of a call; undefined when its input is not what the tool takes. */
export function questionsIn(input: unknown): readonly Question[] | undefined {
  if (invalidInput(askUser, input).length > 0) return undefined
  return (input as { readonly questions: readonly Question[] }).questions
}

/** The questions as a text for people, each with its options. */
export const questionsText = (questions: readonly Question[]): string =>
  questions
    .map(({ question, options = [] }) => [question, ...options.map((option) => `- ${option}`)].join('\n'))
    .join('\n\n')

/**
 * What is wrong with answers to these questions, one sentence for each fault; `at` is where they are in the
 * request.
 */
export function answerFaults(
  questions: readonly Question[],
  answers: readonly QuestionAnswer[],
  at: string,
): string[] {
  const unanswered = questions.flatMap((_, index) =>
    answers.some(({ questionIndex }) => questionIndex === index)
      ? []
      : [`${at} has no answer to question ${index}`],
  )
  const faults = answers.flatMap(({ questionIndex, selectedOptions = [], text }, index) => {
    const question = questions[questionIndex]
    const here = `${at}/${index}`
    if (question === undefined)
      return [`${here}/questionIndex is not a question of this call; it has ${questions.length}`]
    if (answers.findIndex((one) => one.questionIndex === questionIndex) < index)
      return [`${here}/questionIndex has two answers`]
    const { options = [], multiSelect = false } = question
    const unknown = selectedOptions.filter((option) => !options.includes(option))
    return [
      ...unknown.map(
        (option) => `${here}/selectedOptions: ${JSON.stringify(option)} is not an option of the question`,
      ),
      ...(selectedOptions.length > 1 && !multiSelect
        ? [`${here}/selectedOptions may have one option only`]
        : []),
      ...(selectedOptions.length === 0 && text === undefined
        ? [`${here} must have selectedOptions or a text`]
        : []),
    ]
  })
  return [...unanswered, ...faults]
}

/** The questions with their answers, as text for the agent. */
export const answersText = (questions: readonly Question[], answers: readonly QuestionAnswer[]): string =>
  questions
    .map(({ question }, index) => {
      const { selectedOptions = [], text } = answers.find(({ questionIndex }) => questionIndex === index)!
      return [
        question,
        ...selectedOptions.map((option) => `- ${option}`),
        ...(text === undefined ? [] : [text]),
      ].join('\n')
    })
    .join('\n\n')
