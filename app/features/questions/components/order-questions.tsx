import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useErrorText } from '#app/lib/error-text.ts';
import { Button } from '#app/ui/button.tsx';
import { Callout } from '#app/ui/callout.tsx';
import type { ManagedQuestions } from '#shared/contracts/question-answers.ts';
import { type Answerer, missingAnswers, openQuestions, questionsFor } from '#shared/rules/questions.ts';
import { type QuestionLink, type SentAnswers, useManagedQuestions } from '../use-managed-questions.ts';
import { PersonForm, type QuestionPart } from './person-form.tsx';

/**
 * What the organiser asks of an order, or of whoever holds a ticket of it, on the page of the ticket: never in the way of it. One form for a single ticket; otherwise one
 * for the order and one for each person, saved apart. Nothing at all where there are no questions.
 */
export function OrderQuestions(props: {
	link: QuestionLink;
	organiserName: string;
	people: string;
	/** False: the order waits for the organiser's approval. */
	isConfirmed: boolean;
}) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const { managed, error, read, save, fileCalls } = useManagedQuestions(props.link, props.people);
	if (!managed) {
		if (!error) return null;
		return (
			<Callout
				tone="warning"
				title={t`Couldn’t load the organiser’s questions`}
				action={<Button variant="outline" size="sm" onClick={() => void read()}>{t`Try again`}</Button>}
			>
				{errorText(error)}
			</Callout>
		);
	}
	const forms = formsOf(managed);
	if (forms.length === 0) return null;
	const isAllAnswered = forms
		.flat()
		.every((part) => openQuestions(managed.questions, answererOf(part)).length === 0);
	return (
		<section aria-labelledby="order-questions" className="flex flex-col gap-5">
			<div className="flex flex-col gap-1">
				<h2 id="order-questions" className="text-xl font-semibold [overflow-wrap:anywhere]">
					<Trans>
						Questions from <bdi>{props.organiserName}</bdi>
					</Trans>
				</h2>
				<p role="status" className="text-sm text-muted">
					{managed.missingCount > 0 && !props.isConfirmed ? (
						<Plural
							value={managed.missingCount}
							one="# question left. The organiser reads your answers before they approve."
							other="# questions left. The organiser reads your answers before they approve."
						/>
					) : managed.missingCount > 0 ? (
						<Plural
							value={managed.missingCount}
							one="You’re registered. # question left."
							other="You’re registered. # questions left."
						/>
					) : !managed.isEditable ? (
						<Trans>Answers can no longer be changed here.</Trans>
					) : isAllAnswered ? (
						<Trans>All answered. You can change your answers until the event starts.</Trans>
					) : (
						<Trans>Nothing required is left. You can answer until the event starts.</Trans>
					)}
				</p>
			</div>
			{forms.map((parts) => (
				<PersonForm
					key={parts.map(({ attendeeId }) => attendeeId ?? 'order').join()}
					parts={parts}
					questions={managed.questions}
					isEditable={managed.isEditable}
					isAlone={forms.length === 1}
					isOpen={forms.length === 1 || missingIn(managed, parts) > 0}
					missing={missingIn(managed, parts)}
					onSave={(sent: SentAnswers[]) => save(sent)}
					savedFiles={managed.files}
					fileCalls={fileCalls}
				/>
			))}
		</section>
	);
}

const typesOf = (managed: ManagedQuestions) => [
	...new Set(managed.attendees.map(({ ticketTypeId }) => ticketTypeId)),
];

/** The forms: each a list of those whose answers it holds. Whoever has no questions has none. */
function formsOf(managed: ManagedQuestions): QuestionPart[][] {
	const order: QuestionPart = {
		attendeeId: null,
		name: '',
		ticketTypeName: '',
		saved: managed.order.answers,
		orderTicketTypeIds: typesOf(managed),
		orderAnswers: managed.order.answers,
	};
	const people = managed.attendees.map(
		(attendee): QuestionPart => ({
			...order,
			attendeeId: attendee.attendeeId,
			name: attendee.name,
			ticketTypeName: attendee.ticketTypeName,
			ticketTypeId: attendee.ticketTypeId,
			saved: attendee.answers,
		}),
	);
	const all = [order, ...people].filter((part) => hasQuestions(managed, part));
	return people.length === 1 && all.length > 0 ? [all] : all.map((part) => [part]);
}

/** Whether any question may be shown to them, now or after another answer. */
function hasQuestions(managed: ManagedQuestions, part: QuestionPart): boolean {
	const open = managed.questions.map((question) => ({ ...question, shownWhen: null }));
	return questionsFor(open, answererOf(part)).length > 0;
}

function missingIn(managed: ManagedQuestions, parts: QuestionPart[]): number {
	return parts.reduce((sum, part) => sum + missingAnswers(managed.questions, answererOf(part)).length, 0);
}

const answererOf = (part: QuestionPart): Answerer => ({
	orderTicketTypeIds: part.orderTicketTypeIds,
	orderAnswers: part.orderAnswers,
	...(part.ticketTypeId ? { attendee: { ticketTypeId: part.ticketTypeId, answers: part.saved } } : {}),
});
