import { useId } from 'react';
import { type EventChanges, useReloadEvent, useSaveEvent } from '#app/features/events/api.ts';
import { planChanges, useApplyChanges } from '#app/features/events/changes-api.ts';
import { SaveCancelled, type Section, useSection } from '#app/lib/use-section.ts';
import type { ChangePlan } from '#shared/contracts/event-changes.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { useAskAboutChange } from './ask-about-change.tsx';
import { useAutosave } from './autosave.tsx';
import { ChangesSince } from './changes-since.tsx';
import { useUnsaved } from './unsaved.tsx';

/**
 * A section of the edit page. Where guests may be concerned, what a save does to them is shown first.
 * @param saved the section's values as they are in the event
 * @param toChanges what to send for the touched values
 */
export function useEventSection<V extends object>(
	event: PublicEvent,
	saved: V,
	toChanges: (touched: Partial<V>, all: V) => EventChanges,
): Section<V> {
	const { mutateAsync: save } = useSaveEvent(event);
	const { mutateAsync: apply } = useApplyChanges(event);
	const ask = useAskAboutChange();
	const reload = useReloadEvent(event);

	/** Saves after the organiser has seen what it does, and shows it again when that is another by then. */
	async function saveAsPlanned(changes: EventChanges, version: number): Promise<PublicEvent> {
		for (let isOutdated = false; ; isOutdated = true) {
			const plan = await planChanges(event.id, changes, version);
			const choice = isWorthAsking(plan) ? await ask(plan, isOutdated) : { notify: false, note: '' };
			if (!choice) throw new SaveCancelled();
			try {
				return (await apply({ changes, version, planHash: plan.planHash, choice })).event;
			} catch (error) {
				if (!(error instanceof AppError && error.metadata.rule === 'plan-outdated')) throw error;
			}
		}
	}

	const section = useSection({
		saved,
		version: event.version,
		reload,
		async write(touched, all, version) {
			const changes = toChanges(touched, all);
			const hasGuests = event.publishedAt !== null;
			const { warnings } = hasGuests
				? await saveAsPlanned(changes, version)
				: await save({ changes, version });
			return warnings?.map(({ message }) => message);
		},
	});
	useUnsaved(useId(), section.isDirty);
	return {
		...useAutosave(section, saved),
		conflictDetails: section.isConflict ? <ChangesSince event={event} /> : undefined,
	};
}

/** Guests are told of it unless the organiser says otherwise, or would be glad of a mail; or it is refused. */
function isWorthAsking(plan: ChangePlan): boolean {
	if (plan.isRefused || plan.notifiesByDefault) return true;
	return plan.guests > 0 && plan.effects.some(({ field }) => field === 'onlineUrl');
}
