import type { ListedGroup } from '#shared/contracts/groups.ts';
import { resolveWallTime, shiftByDays, wallTimeOf } from '#shared/rules/event-times.ts';
import { MOST_GROUP_PLACES } from '#shared/rules/groups.ts';
import type { GroupChanges, NewGroup } from './api.ts';

/** A group as the form holds it: texts as typed, the deadline as a wall time of the event's zone. */
export interface GroupValues {
	name: string;
	leaderName: string;
	leaderEmail: string;
	ticketTypeId: string;
	places: string;
	deadlineAt: string | null;
}

/** The field names of the API, by which refusals come back. */
export type GroupField = keyof GroupValues;

export type GroupProblem =
	| 'missing'
	| 'not-an-email'
	| 'no-ticket'
	| 'not-a-count'
	| 'below-taken'
	| 'no-deadline'
	| 'deadline-passed'
	| 'deadline-too-late';

/** The times of an event, its zone included. */
export interface GroupsEvent {
	timeZone: string;
	startsAt: string;
	endsAt: string;
}

/** So many days before the event a new group has its deadline, where that is still to come. */
const DEADLINE_DAYS = 7;

/** Initial values of the form. */
export function valuesOf(group: ListedGroup | null, event: GroupsEvent, now: Date): GroupValues {
	const wall = (instant: string) => wallTimeOf(instant, event.timeZone).slice(0, 16);
	const proposed = shiftByDays(event, event.timeZone, -DEADLINE_DAYS).startsAt;
	const deadline = group ? group.deadlineAt : Date.parse(proposed) > now.getTime() ? proposed : null;
	return {
		name: group?.name ?? '',
		leaderName: group?.leaderName ?? '',
		leaderEmail: group?.leaderEmail ?? '',
		ticketTypeId: group?.ticketType?.id ?? '',
		places: group ? String(group.places) : '',
		deadlineAt: deadline ? wall(deadline) : null,
	};
}

/** A whole number; 0 where there is none. */
export function placesOf({ places }: GroupValues): number {
	const plain = places.normalize('NFKC').trim();
	return /^\d{1,4}$/.test(plain) ? Number(plain) : 0;
}

/** @param taken places that somebody has already; they can't be given up here */
export function checkValues(
	values: GroupValues,
	event: GroupsEvent,
	on: { pays: ListedGroup['pays']; taken: number; now: Date; isDeadlineNew: boolean },
): Partial<Record<GroupField, GroupProblem>> {
	const problems: Partial<Record<GroupField, GroupProblem>> = {};
	if (values.name.trim() === '') problems.name = 'missing';
	if (values.leaderName.trim() === '') problems.leaderName = 'missing';
	if (!/^\S+@\S+$/.test(values.leaderEmail.trim())) problems.leaderEmail = 'not-an-email';
	if (on.pays === 'leader') return problems;
	if (values.ticketTypeId === '') problems.ticketTypeId = 'no-ticket';
	const places = placesOf(values);
	if (places < 1 || places > MOST_GROUP_PLACES) problems.places = 'not-a-count';
	else if (places < on.taken) problems.places = 'below-taken';
	const deadline = instantOf(values, event);
	if (deadline === null) problems.deadlineAt = 'no-deadline';
	else if (on.isDeadlineNew && Date.parse(deadline) <= on.now.getTime())
		problems.deadlineAt = 'deadline-passed';
	else if (Date.parse(deadline) > Date.parse(event.startsAt)) problems.deadlineAt = 'deadline-too-late';
	return problems;
}

const instantOf = ({ deadlineAt }: GroupValues, { timeZone }: GroupsEvent): string | null =>
	deadlineAt ? resolveWallTime(deadlineAt, timeZone).instant : null;

/** A new group as the API takes it. Only for values that `checkValues` finds nothing wrong with. */
export const bodyOf = (values: GroupValues, event: GroupsEvent): NewGroup => ({
	pays: 'each',
	name: values.name.trim(),
	leaderName: values.leaderName.trim(),
	leaderEmail: values.leaderEmail.trim(),
	ticketTypeId: values.ticketTypeId,
	places: placesOf(values),
	deadlineAt: instantOf(values, event) ?? '',
});

/** Only what the person changed, so that nothing that a colleague set is written back. */
export function changesOf(before: GroupValues, after: GroupValues, event: GroupsEvent): GroupChanges {
	const isChanged = (field: GroupField) => before[field] !== after[field];
	return {
		...(isChanged('name') && { name: after.name.trim() }),
		...(isChanged('leaderName') && { leaderName: after.leaderName.trim() }),
		...(isChanged('leaderEmail') && { leaderEmail: after.leaderEmail.trim() }),
		...(isChanged('places') && { places: placesOf(after) }),
		...(isChanged('deadlineAt') && { deadlineAt: instantOf(after, event) ?? '' }),
	};
}
