import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { catalogueText } from '#app/lib/error-text.ts';
import { useFormats } from '#app/lib/format.ts';
import { methodLabels, paymentLabels } from '#app/lib/payment-labels.ts';
import { Card } from '#app/ui/card.tsx';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Money } from '#app/ui/money.tsx';
import { StatusBadge } from '#app/ui/status-badge.tsx';
import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import { isErrorCode } from '#shared/errors/catalogue.ts';
import { refundFailure, refundLabel, refundReason, termsLabels } from '../order-labels.ts';
import { TestMode } from './order-state.tsx';

/** Payments and refunds of an order, and what a transfer has to name. */
export function OrderPayments({ order, timeZone }: { order: OrderDetail; timeZone: string }) {
	const { i18n, t } = useLingui();
	const formats = useFormats();
	const isWaiting = order.status === 'pending' && order.dueMinor > 0;
	const due = formats.money(order.dueMinor, order.currency);
	const until = order.expiresAt ? formats.dateTime(order.expiresAt, timeZone) : '';
	return (
		<Card title={<Trans>Payment</Trans>} padding="none">
			<ul className="text-sm">
				{isWaiting ? (
					<li className="flex flex-col gap-1 border-t px-5 py-3">
						<p className="font-medium">
							<Trans>{due} to be paid</Trans>
						</p>
						<p className="text-muted">
							{order.terms ? `${i18n._(termsLabels[order.terms])} · ` : ''}
							<Trans>Tickets are held until {until}</Trans>
						</p>
					</li>
				) : null}
				{isWaiting && order.terms === 'transfer' && order.reference ? (
					<li className="flex items-center justify-between gap-3 border-t px-5 py-2">
						<span className="min-w-0">
							<span className="block text-compact text-muted">
								<Trans>Transfer reference</Trans>
							</span>
							<code className="[overflow-wrap:anywhere]">{order.reference}</code>
						</span>
						<CopyButton text={order.reference} />
					</li>
				) : null}
				{order.payments.map((payment) => (
					<Movement
						key={payment.id}
						name={i18n._(methodLabels[payment.method])}
						isTest={payment.isTest}
						amount={formats.money(payment.amountMinor, payment.currency)}
						when={formats.dateTime(payment.settledAt ?? payment.createdAt, timeZone)}
						state={paymentLabels[payment.state]}
						notes={[
							payment.receivedOn
								? t`Arrived ${formats.shortDate(`${payment.receivedOn}T00:00:00Z`, 'UTC')}`
								: '',
							payment.note,
							payment.state !== 'succeeded' && payment.failure && isErrorCode(payment.failure)
								? catalogueText(i18n, payment.failure)
								: '',
						]}
					/>
				))}
				{order.refunds.map((refund) => {
					const reason = refundReason(refund.reason);
					return (
						<Movement
							key={refund.id}
							name={<Trans>Refund</Trans>}
							amount={formats.money(-refund.amountMinor, order.currency)}
							when={formats.dateTime(refund.settledAt ?? refund.createdAt, timeZone)}
							state={refundLabel(
								refund.state,
								order.payments.find(({ id }) => id === refund.paymentId)?.method,
							)}
							notes={[
								reason ? i18n._(reason) : '',
								refund.giftCardId ? t`On a new gift card` : '',
								refund.sentOn ? t`Sent ${formats.shortDate(`${refund.sentOn}T00:00:00Z`, 'UTC')}` : '',
								refund.note,
							]}
							{...(refund.state === 'failed' ? { failure: i18n._(refundFailure(refund.failure)) } : {})}
						/>
					);
				})}
			</ul>
		</Card>
	);
}

/** Money that came or went: what, how much, when, and how it stands. */
function Movement(props: {
	name: ReactNode;
	isTest?: boolean;
	amount: string;
	when: string;
	state: (typeof paymentLabels)[keyof typeof paymentLabels];
	notes: readonly string[];
	failure?: string;
}) {
	const { i18n } = useLingui();
	return (
		<li className="flex flex-col gap-1 border-t px-5 py-3">
			<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
				<span className="font-medium">{props.name}</span>
				<StatusBadge tone={props.state.tone}>{i18n._(props.state.label)}</StatusBadge>
				{props.isTest ? <TestMode /> : null}
				<Money className="ms-auto font-medium">{props.amount}</Money>
			</div>
			<p className="text-compact text-muted">{props.when}</p>
			{props.notes.filter(Boolean).map((note) => (
				<p key={note} className="text-muted [overflow-wrap:anywhere]" dir="auto">
					{note}
				</p>
			))}
			{props.failure ? <p className="text-danger">{props.failure}</p> : null}
		</li>
	);
}
