import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createRoutesStub } from 'react-router';
import { expect, test, vi } from 'vitest';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import { OrderPeople } from './order-people.tsx';
import { RefundDialog, TicketsToRefund } from './refund-dialog.tsx';

vi.mock('#app/ui/dialog.tsx', () => ({ Dialog: ({ children }: { children: ReactNode }) => children }));

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });

function htmlOf(content: ReactNode, hasEmail = true): string {
	const Screen = () => <I18nProvider i18n={i18n}>{content}</I18nProvider>;
	const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Screen }]);
	const site = { productName: 'Foyer', appUrl: '', supportEmail: '', hasEmail };
	return renderToString(<Stub hydrationData={{ loaderData: { root: { site } } }} />).replaceAll(
		/<svg.*?<\/svg>|<!-- -->/gs,
		'',
	);
}

const textOf = (content: ReactNode, hasEmail = true) =>
	htmlOf(content, hasEmail)
		.replaceAll(/<[^>]+>/g, ' ')
		.replaceAll(/\s+/g, ' ');

const ticket = (id: string, changes: object = {}) => ({
	...{ id, name: 'Ada Lovelace', email: '', ticketTypeId: 'seat', ticketTypeName: 'Seat' },
	...{ ticketCode: `CODE-${id}`, status: 'active' as const, ...changes },
});

/** An order of three equal tickets, paid by transfer. */
const orderOf = (changes: object = {}) =>
	({
		...{
			id: 'o',
			code: 'ABC123',
			status: 'confirmed',
			eventId: 'e',
			currency: 'EUR',
			expiresAt: null,
			reference: null,
		},
		...{ buyer: { name: 'Ada Lovelace', email: 'ada@example.org' }, totalMinor: 3_600, paidMinor: 3_600 },
		...{ dueMinor: 0, refundedMinor: 0, refundingMinor: 0, toSendMinor: 0, refundableMinor: 3_600 },
		...{ resales: [], boughtFrom: [] },
		attendees: [ticket('1'), ticket('2'), ticket('3')],
		lines: [
			{
				...{
					kind: 'ticket',
					ticketTypeId: 'seat',
					tierName: null,
					quantity: 3,
					unitMinor: 1_200,
					netMinor: 3_600,
				},
				...{ taxMinor: 0, grossMinor: 3_600, taxBasisPoints: 0 },
			},
		],
		payments: [
			{
				id: 'p',
				method: 'transfer',
				gateway: null,
				state: 'succeeded',
				amountMinor: 3_600,
				capturedMinor: 3_600,
				refundedMinor: 0,
			},
		],
		...{ refunds: [], ticketRefunds: [], refundRequest: null, ...changes },
	}) as unknown as OrderDetail;

const dialogText = (
	order: OrderDetail,
	where: { isSandbox?: boolean; hasEmail?: boolean; ticket?: string } = {},
) =>
	textOf(
		<RefundDialog
			order={order}
			ticket={where.ticket}
			isSandbox={where.isSandbox ?? false}
			refund={{ error: null, isPending: false } as never}
			confirmed={async () => undefined as never}
			onStale={() => {}}
			onClose={() => {}}
		/>,
		where.hasEmail,
	);

const promise = 'Frees the spots, invalidates the QR codes and emails the guests.';
const freed = 'Frees the spots and invalidates the QR codes.';

test('emails are promised where they are sent: to the buyer, or to a guest with an address', () => {
	expect(dialogText(orderOf())).toContain(promise);
	const guest = {
		buyer: { name: 'Ada', email: '' },
		attendees: [ticket('1'), ticket('2', { email: 'b@example.org' })],
	};
	expect(dialogText(orderOf(guest))).toContain(promise);
});

test.each([
	[
		'without any address',
		orderOf({ buyer: { name: 'Ada', email: '' } }),
		{},
		'No email is sent: no email address is known.',
	],
	['in a sandbox', orderOf(), { isSandbox: true }, 'No email is sent: this is a sandbox.'],
	[
		'without a mail server',
		orderOf(),
		{ hasEmail: false },
		'Email isn’t set up on this site yet. Emails go out once it is.',
	],
])('%s the dialog says why none is', (_, order, where, reason) => {
	const text = dialogText(order, where);
	expect(text).toContain(`${freed} ${reason}`);
	expect(text).not.toContain('emails the guests');
	// Nobody asks the buyer for a bank account either.
	expect(text).toContain('The buyer can enter their bank account on their order page.');
	expect(text).not.toContain('The buyer is asked');
});

test('equal tickets are distinguished by their codes', () => {
	const order = orderOf({
		attendees: [ticket('1'), ticket('2', { name: '' }), ticket('3', { ticketCode: null })],
	});
	const choice = {
		kind: 'tickets',
		attendeeIds: [],
		gift: false,
		amount: '',
		isCancelling: true,
		reason: '',
	} as const;
	const text = textOf(<TicketsToRefund order={order} choice={choice} onChange={() => {}} problem="" />);
	for (const part of ['Ada Lovelace · Seat', 'CODE-1', 'Guest · Seat', 'CODE-2', 'Ticket 3'])
		expect(text).toContain(part);
});

test('a refund from the row of a ticket begins with that ticket', () => {
	const text = dialogText(orderOf(), { ticket: '2' });
	expect(text).toContain('Cancel these tickets');
	expect(text).toContain('This refund -€12.00');
	expect(dialogText(orderOf())).toContain('This refund -€36.00');
});

test('a ticket is refunded from its row where the right and the money are there', () => {
	const rows = (order: OrderDetail, onRefund?: () => void) =>
		textOf(<OrderPeople order={order} base="" maySeeGuests onRefund={onRefund} />);
	const order = orderOf({
		attendees: [ticket('1'), ticket('2', { name: 'Alan Kay', ticketTypeId: 'free', ticketTypeName: 'Free' })],
	});
	expect(rows(order, () => {})).toContain('Refund ticket…');
	expect(rows(order, () => {}).split('Refund ticket…')).toHaveLength(2);
	expect(rows(order)).not.toContain('Refund ticket…');
	expect(rows(orderOf({ refundableMinor: 0 }), () => {})).not.toContain('Refund ticket…');
});

test('a ticket says that it is for sale or resold, and leads to who has it now and to whose it was', () => {
	const resale = { priceMinor: 1_200, buyerOrderId: null };
	const order = orderOf({
		resales: [
			{ ...resale, attendeeId: '1', state: 'listed' },
			{ ...resale, attendeeId: '2', state: 'sold', buyerOrderId: 'next' },
		],
		boughtFrom: ['before'],
	});
	const html = htmlOf(<OrderPeople order={order} base="/events/e" maySeeGuests />);
	expect(html).toContain('Listed for resale');
	expect(html).toContain('Resold');
	expect(html.match(/>Valid</g)).toHaveLength(1);
	expect(html).toContain('href="/events/e/orders/next"');
	expect(html).toContain('href="/events/e/orders/before"');
});
