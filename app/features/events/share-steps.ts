import type { PublicEvent } from '#shared/contracts/events.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import { eventState } from '#shared/rules/event-state.ts';
import { fillInsOf } from '#shared/rules/fill-ins.ts';

/** Next steps for the organiser of a live event. */
export type ShareStep = 'price' | 'description' | 'door';

/** Facts about an event; undefined: not known, or not visible to the member. */
export interface ShareStepFacts {
	event: Pick<PublicEvent, 'status' | 'startsAt' | 'endsAt' | 'description' | 'isExternal' | 'organisation'>;
	tickets: readonly Pick<TicketType, 'kind' | 'organiser'>[] | undefined;
	/** Links for helpers at the door that still work. */
	staffLinks: number | undefined;
}

/** The steps that are open, in their order, for whoever may take them; none of an event that is not on sale. */
export function shareSteps({ event, tickets, staffLinks }: ShareStepFacts, now: Date): ShareStep[] {
	const state = eventState(event, now);
	if (state !== 'upcoming' && state !== 'ongoing') return [];
	const may = (action: string) => event.organisation?.permissions.includes(action) ?? false;
	const [only, ...others] = tickets ?? [];
	// The free ticket that every event begins with, as it came.
	const isUntouched =
		only?.kind === 'free' && others.length === 0 && only.organiser?.capacity === null && !event.isExternal;
	const isDescribed = event.description.trim() !== '' && fillInsOf(event.description).length === 0;
	const open: Record<ShareStep, boolean> = {
		price: may('tickets.edit') && isUntouched,
		description: may('events.edit') && !isDescribed,
		door: may('staff_links.manage') && staffLinks === 0,
	};
	return (['price', 'description', 'door'] as const).filter((step) => open[step]);
}
