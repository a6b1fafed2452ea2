import Type, { type Static } from 'typebox'
import { Failure } from '../client/failure.ts'
import { defineTool, inputOf } from './tool.ts'

const MAX_QUESTIONS = 4
const MAX_OPTIONS = 10
const MAX_OPTION_CHARACTERS = 500

const Option = Type.String({ minLength: 1, maxLength: MAX_OPTION_CHARACTERS })

/** What an agent asks its user. */
export const Question = Type.Object(
  {
    question: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'One question, with what is needed to answer it',
    }),
    options: Type.Optional(
      Type.Array(Option, {
        minItems: 2,
        maxItems: MAX_OPTIONS,
        uniqueItems: true,
        examples: [['Norway', 'Denmark']],
        description: 'Answers to choose from; the user may also write another one',
      }),
    ),
    multiSelect: Type.Optional(Type.Boolean({ description: 'Whether several options may be chosen' })),
  },
  { additionalProperties: false },
)
const Questions = inputOf({
  questions: Type.Array(Question, { minItems: 1, maxItems: MAX_QUESTIONS, uniqueItems: true }),
})

export const QuestionAnswer = Type.Object(
  {
    questionIndex: Type.Integer({
      minimum: 0,
      maximum: MAX_QUESTIONS - 1,
      description: 'Of the question, from 0',
    }),
    selectedOptions: Type.Optional(
      Type.Array(Option, {
        maxItems: MAX_OPTIONS,
        uniqueItems: true,
        description: 'Options of the question, as written there',
      }),
    ),
    text: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 10_000,
        pattern: '\\S',
        description: 'An answer in your own words',
      }),
    ),
  },
  { additionalProperties: false },
)

export type Question = Static<typeof Question>
export type QuestionAnswer = Static<typeof QuestionAnswer>

export const ASK_USER = 'ask_user'

/**
 * Of agent tasks only, where a decision takes the place of the call: assistants outside talk to their user
 * themselves.
 */
export const askUser = defineTool({
  name: ASK_USER,
  title: 'Question',
  description:
    'Asks the user up to four questions and waits for the answers. Only for what the user alone can decide and neither the message nor the project tells.',
  effect: 'reads',
  input: Questions,
  run: async () => {
    throw new Failure('The user was not asked.', { hint: 'Ask again.' })
  },
})
