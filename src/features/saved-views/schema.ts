import Type, { type Static } from 'typebox'
import { PageQuery, pageOf } from '../../http/page.ts'

/** Own views of one person, of all lists. */
export const MAX_VIEWS = 50
/** Views that are shared in one project, of all lists. */
export const MAX_SHARED_VIEWS = 50

export const ViewedList = Type.Enum(['EXECUTIONS', 'SCHEDULES', 'EVENTS'], {
  description: 'The list that the view is of: `GET /v1/pipeline-executions`, `…/schedules` or `/v1/events`',
})
const Name = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  description: 'Unique among your views of the list, in any case',
  examples: ['Failed since Monday'],
})
const Filter = Type.Record(Type.String({ pattern: '^[A-Za-z]{1,40}$' }), Type.String({ maxLength: 400 }), {
  maxProperties: 20,
  description: 'Query parameters of the list, by name. Values are checked when the list is asked',
  examples: [{ status: 'FAILED' }],
})
const Shared = Type.String({ format: 'uuid', description: 'The project whose members see the view too' })

export const SavedView = Type.Object({
  savedViewId: Type.String({ format: 'uuid' }),
  list: ViewedList,
  name: Name,
  filter: Filter,
  projectId: Type.Optional(Shared),
  owner: Type.String({ description: 'Who saved it' }),
  isOwn: Type.Boolean({ description: 'Whether the caller saved it' }),
  updatedAt: Type.String({ format: 'date-time' }),
})
export const NewSavedView = Type.Object(
  { list: ViewedList, name: Name, filter: Filter, projectId: Type.Optional(Shared) },
  { additionalProperties: false },
)
export const SavedViewPatch = Type.Object(
  {
    name: Type.Optional(Name),
    filter: Type.Optional(Filter),
    projectId: Type.Optional(
      Type.Union([Shared, Type.Null()], { description: 'null: the view is not shared any more' }),
    ),
  },
  { additionalProperties: false },
)
export const SavedViewPage = pageOf(SavedView)
export const SavedViewPath = Type.Object({ savedViewId: Type.String({ format: 'uuid' }) })
export const SavedViewsQuery = Type.Object({
  ...PageQuery.properties,
  list: Type.Optional(ViewedList),
  projectId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Also lists the views that are shared in this project' }),
  ),
})

export type SavedView = Static<typeof SavedView>
export type NewSavedView = Static<typeof NewSavedView>
export type SavedViewPatch = Static<typeof SavedViewPatch>
export type ViewedList = Static<typeof ViewedList>
