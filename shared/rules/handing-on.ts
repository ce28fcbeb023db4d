import { scopeActions } from './api-keys.ts';
import { type MemberRights, memberCan, type OrganisationAction } from './permissions.ts';
import type { StaffAbility } from './staff-abilities.ts';
import type { AcceptedType } from './webhook-types.ts';

/** What a staff link gives to whoever holds it. */
const abilityActions = {
	scan: ['check_ins.perform'],
	search: ['attendees.view'],
	manual_check_in: ['check_ins.perform'],
	undo: ['check_ins.perform'],
	see_emails: ['attendees.view'],
	sell_at_door: ['orders.manage'],
	export: ['attendees.view', 'attendees.export'],
} as const satisfies Record<StaffAbility, readonly OrganisationAction[]>;

/** The data that a message gives the receiver of a connection. */
const messageActions = {
	'event.published': ['events.view'],
	'event.updated': ['events.view'],
	'event.rescheduled': ['events.view'],
	'event.cancelled': ['events.view'],
	'event.postponed': ['events.view'],
	'registration.created': ['orders.view'],
	'registration.cancelled': ['orders.view'],
	'order.approval_requested': ['orders.view'],
	'order.paid': ['orders.view'],
	'refund.requested': ['orders.view'],
	'refund.created': ['orders.view'],
	'refund.succeeded': ['orders.view'],
	'refund.failed': ['orders.view'],
	'order.refunded': ['orders.view'],
	'donation.received': ['orders.view'],
	'fundraiser.goal_reached': ['orders.view'],
	'payout.paid': ['money.view'],
	'gift_card.issued': ['money.view'],
	'withdrawal.received': ['money.view'],
	'gift_card.used': ['money.view'],
	'waitlist.joined': ['orders.view'],
	'waitlist.offered': ['orders.view'],
	'waitlist.accepted': ['orders.view'],
	'waitlist.lapsed': ['orders.view'],
	'waitlist.left': ['orders.view'],
	'group.created': ['orders.view'],
	'group.claimed': ['orders.view'],
	'guest.updated': ['attendees.view'],
	'guest.answered': ['attendees.view'],
	'ticket.listed': ['orders.view'],
	'ticket.resold': ['orders.view'],
	'check_in.created': ['check_ins.view'],
	'check_in.undone': ['check_ins.view'],
	'check_in.refused': ['check_ins.view'],
	'ticket.checked_in': ['check_ins.view'],
	'ticket.check_in_undone': ['check_ins.view'],
	'consent.given': ['followers.view'],
	'consent.ended': ['followers.view'],
	'message.sent': ['messages.view'],
	'report.ready': ['reports.view'],
} as const satisfies Record<AcceptedType, readonly OrganisationAction[]>;

/** The data of guests in a webhook that includes names and emails. */
const guestDataActions = { guests: ['attendees.view'] } as const satisfies Record<
	string,
	readonly OrganisationAction[]
>;

/**
 * What a member can hand on to a program, a device or a stranger, and the rights that each part of it takes: scopes of an API key,
 * abilities of a staff link, messages of a connection and the guest data in them. Reports name the rights of their columns (`QueryPlan.needs`), invitations are
 * compared by `isWithinRights`.
 */
export const handedOnActions = {
	scope: scopeActions,
	ability: abilityActions,
	message: messageActions,
	guestData: guestDataActions,
} as const satisfies Record<string, Record<string, readonly OrganisationAction[]>>;

export type HandedOnKind = keyof typeof handedOnActions;

/** The rights that a part takes. A part without an entry, such as a test message, takes none. */
const actionsOfPart = (kind: HandedOnKind, part: string): readonly OrganisationAction[] =>
	(handedOnActions[kind] as Record<string, readonly OrganisationAction[]>)[part] ?? [];

/**
 * The parts that a member may hand on: those whose every right they have themself. Checked when a thing is made, changed or rotated, and
 * of its maker whenever it is used.
 * @param rights null: somebody who is no member any more, or does not reach what it is about
 */
export function withinRights<P extends string>(
	kind: HandedOnKind,
	parts: readonly P[],
	rights: MemberRights | null,
): P[] {
	if (!rights) return [];
	return parts.filter((part) => actionsOfPart(kind, part).every((action) => memberCan(rights, action)));
}
