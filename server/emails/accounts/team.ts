import { msg } from '#server/platform/messages.ts';
import { ownershipOfferDays } from '#shared/contracts/team-ownership.ts';
import { INVITATION_DAYS } from '#shared/rules/periods.ts';
import type { OrganisationRole } from '#shared/rules/permissions.ts';
import { withoutLinks } from '../kit/escape.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

type Text = ReturnType<typeof msg>;

const roleNames: Record<OrganisationRole, Text> = {
	owner: msg({ message: 'Owner' }),
	admin: msg({ message: 'Admin' }),
	event_manager: msg({ message: 'Event manager' }),
	finance: msg({ message: 'Finance' }),
	marketing: msg({ message: 'Marketing' }),
	check_in: msg({ message: 'Check-in' }),
};

export interface InvitationProps {
	organisation: string;
	/** Who invites; empty when they have no name. */
	invitedBy: string;
	role: OrganisationRole;
	/** Titles of the events that it reaches; null: all. */
	events: string[] | null;
	note: string;
	/** Null where it is left out. */
	link: string | null;
}

/** Asks somebody to join an organisation. */
export const invitationMail: MailTemplate<InvitationProps> = {
	name: 'accounts/invitation',
	sample: {
		organisation: 'Harbour Festival',
		invitedBy: 'Grace Hopper',
		role: 'event_manager',
		events: ['Harbour concert'],
		note: 'You’ll run the concert with me.',
		link: 'https://foyer.example/invitations/9F1ScW0xQ8vU2kH4mPz7tYbN3rLdEaXgJ6oTqVsIwKc',
	},
	render({ organisation, invitedBy, role, events, note, link }, { t }) {
		return {
			subject: t(msg({ message: 'Join {organisation}' }), { organisation }),
			preheader: t(msg({ message: 'Your role: {role}' }), { role: t(roleNames[role]) }),
			heading: t(msg({ message: 'You’re invited to join {organisation}' }), { organisation }),
			blocks: [
				{
					kind: 'text',
					text: invitedBy
						? t(msg({ message: '{invitedBy} would like to organise events with you.' }), {
								invitedBy: withoutLinks(invitedBy),
							})
						: t(msg({ message: 'They would like to organise events with you.' })),
				},
				...(note ? [{ kind: 'quote' as const, text: withoutLinks(note) }] : []),
				{
					kind: 'facts',
					rows: [
						{ label: t(msg({ message: 'Role' })), lines: [t(roleNames[role])] },
						{ label: t(msg({ message: 'Events' })), lines: events ?? [t(msg({ message: 'All events' }))] },
					],
				},
				{ kind: 'button', label: t(msg({ message: 'View invitation' })), url: link },
				{
					kind: 'note',
					text: t(msg({ message: 'The invitation works for {days} days.' }), { days: INVITATION_DAYS }),
				},
			],
			smallPrint: [
				t(
					msg({
						message:
							'You received this email because someone entered your address. If you don’t know them, do nothing. Don’t share the link: it is for you alone.',
					}),
				),
			],
		};
	},
};

export type MembershipChange =
	| 'joined'
	| 'changed'
	| 'removed'
	| 'offered'
	| 'offer-made'
	| 'offer-declined'
	| 'offer-cancelled'
	| 'offer-expired'
	| 'owner'
	| 'former-owner';

export interface MembershipProps {
	change: MembershipChange;
	organisation: string;
	/** The member, or who did it. */
	person: string;
	role: OrganisationRole | null;
	link: string;
}

const texts: Record<MembershipChange, { heading: Text; text: Text }> = {
	joined: {
		heading: msg({ message: '{person} joined {organisation}' }),
		text: msg({ message: '{person} accepted the invitation to {organisation}. Role: {role}.' }),
	},
	changed: {
		heading: msg({ message: 'Your role in {organisation} was changed' }),
		text: msg({ message: '{person} changed what you can do in {organisation}. Your role is now: {role}.' }),
	},
	removed: {
		heading: msg({ message: 'You’re no longer a member of {organisation}' }),
		text: msg({ message: '{person} removed you from {organisation}. You can’t see its events any more.' }),
	},
	offered: {
		heading: msg({ message: 'Become the owner of {organisation}?' }),
		text: msg({
			message:
				'{person} offers you ownership of {organisation}. Accept or decline it under Staff Management within {days} days. Nothing changes until then.',
		}),
	},
	'offer-made': {
		heading: msg({ message: 'You offered ownership of {organisation}' }),
		text: msg({
			message:
				'{person} has {days} days to accept. Until then you stay the owner, and you can cancel the offer. If this wasn’t you, cancel it now and change your password.',
		}),
	},
	'offer-declined': {
		heading: msg({ message: 'Ownership of {organisation} was declined' }),
		text: msg({ message: '{person} was offered ownership and declined. The owner stays the same.' }),
	},
	'offer-cancelled': {
		heading: msg({ message: 'The offer of {organisation} was cancelled' }),
		text: msg({
			message: '{person} was offered ownership, and the offer was cancelled. The owner stays the same.',
		}),
	},
	'offer-expired': {
		heading: msg({ message: 'The offer of {organisation} has expired' }),
		text: msg({
			message: '{person} was offered ownership and didn’t answer in time. The owner stays the same.',
		}),
	},
	owner: {
		heading: msg({ message: 'You’re now the owner of {organisation}' }),
		text: msg({ message: '{person} handed {organisation} over to you.' }),
	},
	'former-owner': {
		heading: msg({ message: 'You handed over {organisation}' }),
		text: msg({
			message:
				'{person} is now the owner of {organisation}, and you are an admin. If this wasn’t you, contact them now.',
		}),
	},
};

/** Says that a membership changed: to whoever invited, the member, or both sides of a handover. */
export const membershipMail: MailTemplate<MembershipProps> = {
	name: 'accounts/membership',
	sample: {
		change: 'changed',
		organisation: 'Harbour Festival',
		person: 'Grace Hopper',
		role: 'event_manager',
		link: 'https://foyer.example/staff-management',
	},
	render({ change, organisation, person, role, link }, { t }) {
		// A change that this version does not know.
		const { heading, text } = Object.hasOwn(texts, change) ? texts[change] : texts.changed;
		const values = {
			organisation,
			days: ownershipOfferDays,
			person: withoutLinks(person) || t(msg({ message: 'A member' })),
			role: role && Object.hasOwn(roleNames, role) ? t(roleNames[role]) : '',
		};
		return {
			subject: t(heading, values),
			preheader: t(text, values),
			heading: t(heading, values),
			blocks: [
				{ kind: 'text', text: t(text, values) },
				...(change === 'removed'
					? []
					: [{ kind: 'button' as const, label: t(msg({ message: 'Open team' })), url: link }]),
			],
			smallPrint: [
				t(msg({ message: 'You received this email because you belong or belonged to this organisation.' })),
			],
		};
	},
};

export interface TwoFactorRequiredProps {
	organisation: string;
	/** From when on members without two factors only read. */
	from: Date;
	link: string;
}

/** Asks a member to set up two factors before their organisation requires them. */
export const twoFactorRequiredMail: MailTemplate<TwoFactorRequiredProps> = {
	name: 'accounts/two-factor-required',
	sample: {
		organisation: 'Harbour Festival',
		from: new Date('2031-05-15T10:00:00Z'),
		link: 'https://foyer.example/settings/security#two-factor',
	},
	render({ organisation, from, link }, { t, formats }) {
		const values = { organisation, date: formats.date(from, 'UTC') };
		return {
			subject: t(msg({ message: 'Set up 2FA for {organisation} by {date}' }), values),
			preheader: t(msg({ message: 'It takes a minute and an authenticator app.' })),
			heading: t(msg({ message: '{organisation} requires 2FA' }), values),
			blocks: [
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'From {date}, members need a code from an authenticator app to log in. Without it, you can still read and check guests in, but not change anything. You need it even if you log in with another provider.',
						}),
						values,
					),
				},
				{ kind: 'button', label: t(msg({ message: 'Set up 2FA' })), url: link },
			],
			smallPrint: [t(msg({ message: 'You received this email because you belong to this organisation.' }))],
		};
	},
};
