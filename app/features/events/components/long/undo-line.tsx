import { Trans, useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useEditSteps, useUndo } from '#app/features/events/changes-api.ts';
import { isChangedSince, nextStep } from '#app/features/events/edit-steps.ts';
import { useQuestions } from '#app/features/questions/api.ts';
import { useCapacityPools, useTicketTypes } from '#app/features/tickets/api.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { Button } from '#app/ui/button.tsx';
import type { ChangeSet } from '#shared/contracts/event-changes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { useSavingState } from '../edit/autosave.tsx';
import { useChangedPart } from '../edit/change-list.tsx';
import { SavingLine, stateOfAll } from './saving-line.tsx';

/** Names of a change that the line has room for. */
const MOST_NAMES = 3;

/** Whether everything is saved, and Undo for the last change; pressed again, for the one before. */
export function UndoLine({ event }: { event: PublicEvent }) {
	const { t } = useLingui();
	const errorText = useErrorText();
	const nameOf = useStepName(event);
	const { states, saveAll, resetAll } = useSavingState();
	const { sets, read } = useSteps(event);
	const { mutateAsync: undo } = useUndo(event.id);
	const [isBusy, setIsBusy] = useState(false);
	const [error, setError] = useState<unknown>(null);
	/** What was undone last; without a change set, what could not be saved. */
	const [undone, setUndone] = useState<{ name: string; by: ChangeSet | null; isEven: boolean } | null>(null);

	const state = stateOfAll(states);
	const step = nextStep(sets, event.updatedAt);
	// What is typed and not saved yet is saved first, and is then the last change.
	const canUndo =
		state === 'saved' ? (step?.canUndo ?? false) : ['waiting', 'saving', 'refused'].includes(state);
	const say = (name: string, by: ChangeSet | null) =>
		setUndone((before) => ({ name, by, isEven: !before?.isEven }));

	async function undoLast() {
		setIsBusy(true);
		setError(null);
		try {
			if (state === 'refused') {
				resetAll();
				return say(t`what could not be saved`, null);
			}
			if (!(await saveAll())) return;
			// A blank at an end, which is in the field and not on the server, is no change to be saved over what follows.
			resetAll();
			const last = nextStep(await read(), event.updatedAt);
			if (!last) return;
			const { changeSet } = await undo(last.id);
			if (changeSet) say(nameOf(last), changeSet);
		} catch (cause) {
			setError(cause);
			await read().catch(() => {});
		} finally {
			setIsBusy(false);
		}
	}
	const isSaid = undone !== null && !(undone.by && isChangedSince(sets, undone.by));
	// The same words twice in a row are read out once: the blank makes them others.
	const said = isSaid ? t`Undone: ${undone.name}` + (undone.isEven ? '\u00a0' : '') : '';
	return (
		<div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
			<SavingLine savedAt={event.updatedAt} said={said} />
			<Button
				variant="ghost"
				size="sm"
				icon={Undo2}
				isLoading={isBusy}
				isDisabled={!canUndo}
				title={state === 'saved' && canUndo && step ? t`Undo: ${nameOf(step)}` : undefined}
				onClick={() => void undoLast()}
			>
				{t`Undo`}
			</Button>
			<p role="alert" className="basis-full text-sm text-danger empty:hidden">
				{error ? (
					<>
						{errorText(error)}{' '}
						<Link to={`/events/${event.id}/edit#history`} className="link">
							<Trans>See each change in the history</Trans>
						</Link>
					</>
				) : null}
			</p>
		</div>
	);
}

/** The changes of an event, read again after each change of it, its tickets and its questions. */
function useSteps(event: PublicEvent) {
	const { data, refetch } = useEditSteps(event.id);
	const types = useTicketTypes(event.id).dataUpdatedAt;
	const pools = useCapacityPools(event.id).dataUpdatedAt;
	const questions = useQuestions(event.id).dataUpdatedAt;
	useEffect(() => {
		if (types + pools + questions > 0) void refetch();
	}, [types, pools, questions, refetch]);
	return {
		sets: data?.data ?? [],
		/** @throws what the server answers */
		read: async () => (await refetch({ throwOnError: true })).data?.data ?? [],
	};
}

/** A short summary of a change set: the typed values, not those that followed from them. */
function useStepName(event: PublicEvent) {
	const { t } = useLingui();
	const formats = useFormats();
	const partOf = useChangedPart(event);
	return ({ changes }: ChangeSet): string => {
		const names = [
			...new Set(
				changes
					.filter(({ isDerived }) => !isDerived)
					.map((change) => {
						const { what } = partOf(change);
						const { subject } = change;
						return subject ? t`${what} (${subject})` : what;
					}),
			),
		];
		const more = names.length - MOST_NAMES;
		if (more <= 0) return formats.list(names);
		return formats.list([...names.slice(0, MOST_NAMES), t`${formats.number(more)} more`]);
	};
}
