import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Verdict } from '#shared/contracts/check-in.ts';
import type { Formats } from '#shared/lib/formats.ts';

/** Nobody takes an hour within this time for one of another day. */
const NEAR_MS = 10 * 3_600_000;

/** What a verdict is about, as far as it is known. */
export interface VerdictFacts {
	verdict: Verdict;
	guestName: string;
	/** The ticket type of an add-on, which lets nobody in; null or absent: the ticket is a guest. */
	addOn?: string | null;
	previous: { checkedInAt: string; device: string } | null;
	/** Who decided; a device knows the guests of its own list only. */
	source?: 'server' | 'device' | null;
	/** When the entrance opens, where it is too early. */
	opensAt?: string | null;
	timeZone: string;
}

/** Time and gate of the previous check-in: "19:42 · Gate 2". */
export function previousText(
	{ previous, timeZone }: Pick<VerdictFacts, 'previous' | 'timeZone'>,
	formats: Pick<Formats, 'time'>,
): string {
	if (!previous) return '';
	return [formats.time(previous.checkedInAt, timeZone), previous.device].filter(Boolean).join(' · ');
}

/** The hour alone while it is near enough to be today's, else with its day. */
export function hourText(
	at: string,
	timeZone: string,
	formats: Pick<Formats, 'time' | 'dateTime'>,
	nowMs = Date.now(),
): string {
	const isNear = Math.abs(Date.parse(at) - nowMs) < NEAR_MS;
	return isNear ? formats.time(at, timeZone) : formats.dateTime(at, timeZone);
}

/** The reason in one sentence, for verdicts that this device gave; the server's come with a sentence of their own. */
export function reasonText(i18n: I18n, facts: VerdictFacts, formats: Pick<Formats, 'time'>): string {
	const name = facts.guestName || i18n._(msg`This guest`);
	const { addOn } = facts;
	switch (facts.verdict) {
		case 'accepted':
			return addOn
				? i18n._(msg`Accepted as “${addOn}”. Not an entry ticket.`)
				: i18n._(msg`${name} is checked in.`);
		case 'left':
			return i18n._(msg`${name} is checked out.`);
		case 'not_inside':
			return i18n._(msg`${name} isn’t checked in.`);
		case 'already_checked_in':
		case 'conflict': {
			const since = previousText(facts, formats);
			if (addOn)
				return since
					? i18n._(msg`“${addOn}” was already used: ${since}.`)
					: i18n._(msg`“${addOn}” was already used.`);
			return since
				? i18n._(msg`${name} is already checked in: ${since}.`)
				: i18n._(msg`${name} is already checked in.`);
		}
		case 'cancelled':
			return i18n._(msg`${name}’s ticket was cancelled.`);
		case 'unpaid':
			return i18n._(msg`${name}’s order isn’t complete.`);
		case 'not_yet_valid':
			return i18n._(msg`${name}’s ticket isn’t valid yet.`);
		case 'no_longer_valid':
			return i18n._(msg`${name}’s ticket is no longer valid here.`);
		case 'wrong_list':
			return i18n._(msg`${name}’s ticket isn’t for this entrance.`);
		case 'wrong_event':
			return i18n._(msg`This ticket is for another event.`);
		case 'unknown_code':
			return facts.source === 'device'
				? i18n._(msg`This code isn’t in the guest list on this device.`)
				: i18n._(msg`This code isn’t a ticket for this event.`);
	}
}

/** What a verdict is in one word or two. */
export function verdictWord(
	i18n: I18n,
	{ kind, verdict, isAddOn = false }: { kind: string; verdict: Verdict | null; isAddOn?: boolean },
): string {
	if (verdict === 'left') return i18n._(msg`Out`);
	if (kind === 'success') return isAddOn ? i18n._(msg`Add-on`) : i18n._(msg`OK`);
	if (kind === 'duplicate') return isAddOn ? i18n._(msg`Already used`) : i18n._(msg`Already checked in`);
	return verdict === null ? i18n._(msg`Try again`) : i18n._(msg`Not valid`);
}

/** Sentences for a screen reader: parts without a word are left out, and each ends once, so that the voice pauses between them. */
export function spokenText(parts: readonly (string | null | undefined)[]): string {
	return parts
		.map((part) => (part ?? '').replaceAll(/\s+/gu, ' ').trim())
		.filter((part) => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(part))
		.map((part) => (/[.!?…。！？؟।]$/u.test(part) ? part : `${part}.`))
		.join(' ');
}

/** What to do next; empty where nothing is to be done. */
export function nextStepText(
	i18n: I18n,
	{ verdict, opensAt, timeZone }: VerdictFacts,
	formats: Pick<Formats, 'time' | 'dateTime'>,
): string {
	switch (verdict) {
		case 'accepted':
		case 'left':
			return '';
		case 'not_inside':
			return i18n._(msg`Let them out; they weren’t scanned in.`);
		case 'already_checked_in':
		case 'conflict':
			return i18n._(msg`Ask for another ticket, or send them to the organiser.`);
		case 'cancelled':
			return i18n._(msg`Ask for their latest ticket: this one may have been transferred or changed.`);
		case 'unpaid':
			return i18n._(msg`Send them to the organiser.`);
		case 'not_yet_valid': {
			if (!opensAt) return i18n._(msg`Ask them to come back when this entrance opens.`);
			const time = hourText(opensAt, timeZone, formats);
			return i18n._(msg`Ask them to come back at ${time}, when this entrance opens.`);
		}
		case 'no_longer_valid':
			return i18n._(msg`This entrance has closed. Send them to the organiser.`);
		case 'wrong_list':
			return i18n._(msg`Direct them to the entrance on their ticket.`);
		case 'wrong_event':
			return i18n._(msg`Check the event and date on the ticket.`);
		case 'unknown_code':
			return i18n._(msg`Search the guest list by name, or type their ticket code.`);
	}
}
