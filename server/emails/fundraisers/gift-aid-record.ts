import { msg } from '#server/platform/messages.ts';
import { declarationText, ORAL_CANCELLATION_DAYS } from '#shared/rules/gift-aid.ts';
import { withoutLinks } from '../kit/escape.ts';
import { fromOrganiser, type MailEvent, sampleEvent } from '../kit/event-facts.ts';
import type { MailTemplate } from '../kit/render-mail.ts';

export interface GiftAidRecordProps {
	event: MailEvent;
	charity: { name: string; address: string };
	/** Whether an answer to the email reaches the charity. */
	canReply: boolean;
	declaration: {
		title: string;
		firstName: string;
		lastName: string;
		house: string;
		/** `X`: abroad, where `house` has the whole address. */
		postcode: string;
		statement: string;
		madeOn: Date;
		sentOn: Date;
	};
	donation: { amountMinor: number; currency: string; givenAt: Date };
}

const zone = 'Europe/London';

/**
 * To a donor: the written record of the Gift Aid declaration that they made by word of mouth. It says what HMRC wants: all that they said,
 * that they must have paid the tax, that they can cancel it for 30 days, and both days.
 */
export const giftAidRecord: MailTemplate<GiftAidRecordProps> = {
	name: 'fundraisers/gift-aid-record',
	sample: {
		event: sampleEvent,
		charity: { name: 'Analytical Society', address: '1 Engine Row\nLondon' },
		canReply: true,
		declaration: {
			...{ title: 'Mrs', firstName: 'Ada', lastName: 'King-Noel', house: '12', postcode: 'SW1A 1AA' },
			statement: declarationText('gift', 'Analytical Society'),
			madeOn: new Date('2027-03-12T12:00:00Z'),
			sentOn: new Date('2027-03-13T12:00:00Z'),
		},
		donation: { amountMinor: 2_000, currency: 'GBP', givenAt: new Date('2027-03-12T12:00:00Z') },
	},
	render({ event, charity, canReply, declaration, donation }, mail) {
		const { t, formats } = mail;
		const { title, firstName, lastName, house, postcode, madeOn, sentOn } = declaration;
		const day = (at: Date) => formats.date(at, zone);
		const last = new Date(sentOn.getTime() + ORAL_CANCELLATION_DAYS * 86_400_000);
		const values = {
			charity: charity.name,
			made: day(madeOn),
			last: day(last),
			days: ORAL_CANCELLATION_DAYS,
		};
		const text = t(
			msg({
				message:
					'On {made} you made this Gift Aid declaration to {charity} by word of mouth. Please check it and keep this email.',
			}),
			values,
		);
		const row = (label: string, ...lines: string[]) => ({
			label,
			lines: lines.map((line) => withoutLinks(line)),
		});
		return {
			subject: t(msg({ message: 'Your Gift Aid declaration to {charity}' }), values),
			preheader: text,
			heading: t(msg({ message: 'Your Gift Aid declaration' })),
			hue: event.hue,
			fromName: fromOrganiser(event, mail),
			blocks: [
				{ kind: 'text', text },
				{ kind: 'quote', text: withoutLinks(declaration.statement) },
				{
					kind: 'facts',
					rows: [
						row(t(msg({ message: 'Name' })), [title, firstName, lastName].filter(Boolean).join(' ')),
						row(t(msg({ message: 'Home address' })), ...(postcode === 'X' ? [house] : [house, postcode])),
						row(
							t(msg({ message: 'Donation' })),
							`${formats.money(donation.amountMinor, donation.currency)} · ${day(donation.givenAt)}`,
							event.title,
						),
						row(t(msg({ message: 'Charity' })), charity.name, ...charity.address.split('\n').filter(Boolean)),
						row(t(msg({ message: 'Declared on' })), day(madeOn)),
						row(t(msg({ message: 'This record sent on' })), day(sentOn)),
					],
				},
				{
					kind: 'text',
					text: canReply
						? t(
								msg({
									message:
										'You can cancel this declaration for {days} days, until {last}: reply to this email. It is then as if you had never made it. You can also cancel it later, for future claims.',
								}),
								values,
							)
						: t(
								msg({
									message:
										'You can cancel this declaration for {days} days, until {last}: write to {charity} at the address above. It is then as if you had never made it. You can also cancel it later, for future claims.',
								}),
								values,
							),
				},
				{
					kind: 'note',
					text: t(
						msg({
							message:
								'You must pay at least as much Income Tax or Capital Gains Tax in the tax year as all charities claim on your donations. If you pay less, it is your responsibility to pay any difference. Tell {charity} if your name, home address or tax changes.',
						}),
						values,
					),
				},
			],
			smallPrint: [
				t(msg({ message: 'You get this email because you gave to {organiser}.' }), {
					organiser: event.organiserName,
				}),
			],
		};
	},
};
