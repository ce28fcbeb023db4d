import { msg } from '#server/platform/messages.ts';
import { formatTicketCode } from '#shared/rules/ticket-code.ts';
import type { Block, MailContent } from '../kit/content.ts';
import {
	calendarFile,
	eventFacts,
	type MailEvent,
	ofEvent,
	sampleEvent,
	whenLines,
} from '../kit/event-facts.ts';
import { amountFacts, type MailAmounts, sampleAmounts, testModeNote } from '../kit/payment-facts.ts';
import { ticketQrPng } from '../kit/qr.ts';
import type { MailContext, MailTemplate } from '../kit/render-mail.ts';
import { type RuleWords, subjectOr, wordsBlocks } from '../messages/rule-text.ts';
import { withdrawalBlock } from '../withdrawals/link-block.ts';

export interface MailTicket {
	name: string;
	type: string;
	/** Text of the QR; null where it is left out, since who has it can enter. */
	code: string | null;
}

export interface OrderConfirmationProps {
	event: MailEvent;
	orderCode: string;
	buyerName: string;
	/** To the guest of one ticket, who gets no link to the order and does not learn who ordered. */
	isForGuest?: boolean;
	/** None: the order is a donation alone. */
	tickets: MailTicket[];
	/** A donation beside the tickets, or alone, in the currency of `amounts`. */
	giftMinor: number;
	/** The donation is given each month: the page of the order leads to it. */
	isMonthly?: boolean;
	/** What was paid; null: nothing. */
	amounts: MailAmounts | null;
	/** The disclosure for a price that is in part a donation to a US charity; null: none. */
	disclosure?: { valueMinor: number; deductibleMinor: number } | null;
	/** "My ticket" by signed link, for a guest that of a ticket that was transferred to them; null where it is left out. */
	manageLink: string | null;
	/** The page for withdrawals; null: nothing of the order has the right. */
	withdrawalLink?: string | null;
	/** The .ics file. */
	calendar: string;
	/** The date of the series that the guests were moved from by the organiser, their words, and the file that takes it out of calendars. */
	moved?: { from: MailEvent; note: string; calendar: string } | null;
	/** What the organiser adds; thanks for a donation alone are without. */
	words?: RuleWords | null;
}

/** What guests read who were moved: from which date, and the organiser’s words. */
function movedBlocks(
	{ from, note }: NonNullable<OrderConfirmationProps['moved']>,
	mail: MailContext,
): Block[] {
	const text = mail.t(
		msg({
			message:
				'The organiser moved you from {date} to the date below. Your old ticket is no longer valid: use the new one in this email.',
		}),
		{ date: whenLines(from, mail).join(', ') },
	);
	return note === ''
		? [{ kind: 'text', text }]
		: [
				{ kind: 'text', text },
				{ kind: 'quote', text: note },
			];
}

/** More pictures than this make a mail that mailboxes cut; the rest is on the page. */
const maxPictures = 10;

export const orderConfirmation: MailTemplate<OrderConfirmationProps> = {
	name: 'orders/confirmation',
	sample: {
		event: sampleEvent,
		orderCode: 'K7QX2',
		buyerName: 'Ada Lovelace',
		tickets: [
			{ name: 'Ada Lovelace', type: 'Standard', code: '3QSX8H2K4M6N7P9R0T1V5W2YZA' },
			{ name: 'Mary Somerville', type: 'Standard', code: '1ABX8H2K4M6N7P9R0T1V5W2YZB' },
		],
		giftMinor: 2_000,
		amounts: sampleAmounts,
		disclosure: { valueMinor: 5_000, deductibleMinor: 3_000 },
		manageLink: 'https://foyer.example/my-ticket/sample',
		calendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
	},
	render(props, mail) {
		const { event, tickets, isForGuest } = props;
		// A guest of one ticket does not learn what the order cost.
		const amounts = isForGuest ? null : props.amounts;
		const { t } = mail;
		const attachments = [];
		const pictures: Block[] = [];
		for (const [index, ticket] of tickets.slice(0, maxPictures).entries()) {
			if (ticket.code === null) {
				pictures.push({ kind: 'facts', rows: [{ label: ticket.type, lines: [ticket.name] }] });
				continue;
			}
			const { png, pixels } = ticketQrPng(ticket.code);
			const contentId = `ticket-${index + 1}@foyer`;
			attachments.push({
				filename: `ticket-${index + 1}.png`,
				contentType: 'image/png',
				content: png,
				contentId,
			});
			pictures.push({
				kind: 'ticket',
				name: ticket.name,
				type: ticket.type,
				contentId,
				pixels,
				alt: t(msg({ message: 'QR code of the ticket' })),
				code: formatTicketCode(ticket.code),
			});
		}
		const given =
			amounts && props.giftMinor > 0 ? mail.formats.money(props.giftMinor, amounts.currency) : null;
		if (tickets.length === 0 && given !== null) return renderGift(props, given, mail);
		attachments.push(...calendarFile('PUBLISH', props.calendar));
		const { moved } = props;
		if (moved) attachments.push(...calendarFile('CANCEL', moved.calendar));
		const more = tickets.length - pictures.length;
		return {
			subject: moved
				? t(msg({ message: 'You were moved to another date: {event}' }), { event: event.title })
				: subjectOr(
						t(msg({ message: '{count, plural, one {Your ticket} other {Your # tickets}} for {event}' }), {
							count: tickets.length,
							event: event.title,
						}),
						props.words,
						props,
						mail,
					),
			preheader: [...whenLines(event, mail), event.venueName].filter(Boolean).join(', '),
			heading: t(msg({ message: 'See you at {event}' }), { event: event.title }),
			...ofEvent(event, mail),
			blocks: [
				...(moved ? movedBlocks(moved, mail) : []),
				...wordsBlocks(props.words, props, mail),
				{
					kind: 'text',
					text: t(
						msg({
							message:
								'{count, plural, one {You’re registered. Show this QR code at the door.} other {You’re registered with # tickets. Show these QR codes at the door.}}',
						}),
						{ count: tickets.length },
					),
				},
				eventFacts(event, mail, [
					...(isForGuest ? [] : [{ label: t(msg({ message: 'Registered by' })), lines: [props.buyerName] }]),
					{ label: t(msg({ message: 'Order' })), lines: [props.orderCode] },
					...(given === null ? [] : [{ label: t(msg({ message: 'Donation' })), lines: [given] }]),
					...(amounts ? amountFacts(amounts, mail) : []),
				]),
				...receiptNote(props, mail),
				...testModeNote(amounts?.isTest ?? false, mail),
				isForGuest && props.manageLink === null
					? { kind: 'button', label: t(msg({ message: 'View event' })), url: event.url }
					: {
							kind: 'button',
							label: t(msg({ message: '{count, plural, one {My ticket} other {My tickets}}' }), {
								count: tickets.length,
							}),
							url: props.manageLink,
						},
				...withdrawalBlock(props.withdrawalLink ?? null, mail),
				...pictures,
				...(more > 0
					? ([
							{
								kind: 'note',
								text: t(
									msg({
										message:
											'{count, plural, one {Open your order to see 1 more ticket.} other {Open your order to see # more tickets.}}',
									}),
									{ count: more },
								),
							},
						] satisfies Block[])
					: []),
			],
			smallPrint: [
				isForGuest
					? t(msg({ message: 'Don’t share this email: anyone with the code can get in.' }))
					: t(
							msg({
								message:
									'View your order to add it to your calendar or cancel. Don’t share this email: anyone with the code can get in.',
							}),
						),
			],
			attachments,
		};
	},
};

/** The deductible part of the price, where the receipt is, and how a monthly donation is changed: on the page that the button opens. */
const receiptNote = (
	{ amounts, isForGuest, isMonthly, disclosure }: OrderConfirmationProps,
	{ t, formats }: MailContext,
): Block[] => [
	...(amounts && disclosure && !isForGuest
		? [
				{
					kind: 'note' as const,
					text: t(
						msg({
							message:
								'We estimate in good faith that the tickets with a donation in their price are worth {value}. For US federal income tax only the rest, {deductible}, is deductible.',
						}),
						{
							value: formats.money(disclosure.valueMinor, amounts.currency),
							deductible: formats.money(disclosure.deductibleMinor, amounts.currency),
						},
					),
				},
			]
		: []),
	...(amounts && !isForGuest
		? [
				{
					kind: 'note' as const,
					text: t(msg({ message: 'Your receipt is on the page below, to download as PDF.' })),
				},
			]
		: []),
	...(isMonthly
		? [
				{
					kind: 'note' as const,
					text: t(
						msg({
							message:
								'Your card is charged the same donation each month. You can change, pause or stop it on the page below.',
						}),
					),
				},
			]
		: []),
];

/** Thanks for a donation without a ticket. */
function renderGift(props: OrderConfirmationProps, given: string, mail: MailContext): MailContent {
	const { event, orderCode, amounts, manageLink } = props;
	const { t } = mail;
	const values = { event: event.title, amount: given };
	return {
		subject: t(msg({ message: 'Thank you for your donation: {event}' }), values),
		preheader: t(msg({ message: 'Your donation of {amount} has arrived.' }), values),
		heading: t(msg({ message: 'Thank you for your donation' })),
		...ofEvent(event, mail),
		blocks: [
			{
				kind: 'text',
				text: t(msg({ message: 'Your donation of {amount} to {event} has arrived.' }), values),
			},
			eventFacts({ ...event, onlineUrl: '' }, mail, [
				{ label: t(msg({ message: 'Order' })), lines: [orderCode] },
				{ label: t(msg({ message: 'Donation' })), lines: [given] },
				...(amounts ? amountFacts(amounts, mail) : []),
			]),
			...receiptNote(props, mail),
			...testModeNote(amounts?.isTest ?? false, mail),
			{ kind: 'button', label: t(msg({ message: 'View your donation' })), url: manageLink },
		],
		smallPrint: [t(msg({ message: 'Questions? Reply to the organiser with your order number.' }))],
	};
}
