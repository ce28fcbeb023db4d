import { atOnce } from '#app/lib/doing.ts';
import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { EditedQuestion, QuestionActions, QuestionBody } from '../api.ts';

const QuestionsView = lazyPart(
	() => import('./questions-editor.tsx').then((module) => module.QuestionsView),
	<Skeleton className="h-56" />,
);

/** A question of a draft that is in this browser alone, as a server would answer it. Fields that a stored draft lacks get their defaults. */
function draftQuestion(id: string, set: QuestionBody): EditedQuestion {
	return {
		id,
		label: set.label,
		help: set.help ?? '',
		kind: set.kind,
		scope: set.scope ?? 'attendee',
		choices: (set.choices ?? []).map((choice) => ({ ...choice, id: choice.id ?? newIdempotencyKey() })),
		isRequired: set.isRequired ?? false,
		ticketTypeIds: set.ticketTypeIds ?? null,
		shownWhen: set.shownWhen ?? null,
		isAskedAtDoor: set.isAskedAtDoor ?? false,
		asksForNews: set.asksForNews ?? false,
		isArchived: false,
		answerCount: 0,
		version: 0,
	};
}

/** Questions of a draft that is in this browser alone. */
export function DraftQuestions(props: {
	questions: EditedQuestion[];
	ticketTypes: { id: string; name: string }[];
	onChange: (questions: EditedQuestion[]) => void;
}) {
	const { questions, onChange } = props;
	const actions: QuestionActions = {
		refresh: async () => undefined,
		create: atOnce((body) => {
			const made = draftQuestion(newIdempotencyKey(), body);
			onChange([...questions, made]);
			return made;
		}),
		update: atOnce(({ question, changes: { isArchived: _, ...changes } }) => {
			const next = draftQuestion(question.id, { ...question, ...changes });
			onChange(questions.map((one) => (one.id === next.id ? next : one)));
			return next;
		}),
		remove: atOnce((question) => {
			onChange(questions.filter(({ id }) => id !== question.id));
			return { outcome: 'deleted' as const };
		}),
		reorder: atOnce((ids) => {
			const data = ids.flatMap((id) => questions.find((one) => one.id === id) ?? []);
			onChange(data);
			return { data, nextCursor: null };
		}),
	};
	const complete = questions.map((question) => draftQuestion(question.id, question));
	return <QuestionsView questions={complete} ticketTypes={props.ticketTypes} actions={actions} />;
}
