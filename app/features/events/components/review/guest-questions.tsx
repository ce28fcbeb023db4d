import { useLingui } from '@lingui/react/macro';
import { Card } from '#app/ui/card.tsx';
import type { EditedQuestion } from '#shared/contracts/questions.ts';

/** The questions to guests, in its order, with what it depends on. */
export function GuestQuestions({ questions }: { questions: readonly EditedQuestion[] }) {
	const { t } = useLingui();
	const open = questions.filter(({ isArchived }) => !isArchived);
	if (open.length === 0) return null;
	return (
		<Card>
			<h2 className="text-lg font-semibold">{t`Questions`}</h2>
			<ul className="mt-3 flex flex-col text-sm">
				{open.map(({ id, label, isRequired, shownWhen }) => {
					const deciding = open.find((one) => one.id === shownWhen?.questionId)?.label;
					const notes = [
						...(isRequired ? [t`Required`] : []),
						...(deciding ? [t`Only if “${deciding}”`] : []),
					];
					return (
						<li key={id} className="border-t py-2 first:border-t-0 [overflow-wrap:anywhere]">
							<bdi>{label}</bdi>
							{notes.length > 0 ? <span className="block text-muted">{notes.join(' · ')}</span> : null}
						</li>
					);
				})}
			</ul>
		</Card>
	);
}
