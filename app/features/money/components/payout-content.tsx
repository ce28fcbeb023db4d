import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useFormats } from '#app/lib/format.ts';
import { Callout } from '#app/ui/callout.tsx';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { Money } from '#app/ui/money.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import type { BalanceItem, Payout } from '#shared/contracts/payouts.ts';
import type { BalanceItemKind } from '#shared/rules/payment-states.ts';
import { PayoutState } from './payouts-card.tsx';

/** Labels of balance movements. */
export const kindLabels: Record<BalanceItemKind, ReturnType<typeof msg>> = {
	charge: msg`Charge`,
	refund: msg`Refund`,
	refund_failure: msg`Refund sent back`,
	dispute: msg`Dispute`,
	dispute_reversal: msg`Dispute won`,
	payout: msg`Payout`,
	payout_failure: msg`Payout sent back`,
	application_fee: msg`Platform fee`,
	application_fee_refund: msg`Platform fee returned`,
	fee: msg`Provider fee`,
	other: msg`Other`,
};

/** A payout and what it is made of, to the single order. */
export function PayoutContent(props: {
	content: { payout: Payout; items: BalanceItem[] };
	timeZone: string;
	/** Movements that are not read yet. */
	more: { hasMore: boolean; isLoading: boolean; onMore: () => void };
}) {
	const { content, timeZone, more } = props;
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const { payout, items } = content;
	const money = (minor: number) => <Money>{formats.money(minor, payout.currency)}</Money>;
	return (
		<Card
			title={money(payout.amountMinor)}
			description={
				<>
					{formats.dateTime(payout.madeAt, timeZone)}
					{payout.state === 'failed' || payout.state === 'cancelled' ? null : (
						<span className="block">
							<Trans>At the bank on {formats.shortDate(payout.arrivesAt, timeZone)}</Trans>
						</span>
					)}
					{payout.trace ? (
						<span className="block [overflow-wrap:anywhere]">
							<Trans>Bank reference {payout.trace}</Trans>
						</span>
					) : null}
				</>
			}
			actions={<PayoutState payout={payout} />}
			padding="none"
		>
			{payout.state === 'failed' ? (
				<Callout tone="danger" className="mx-5 mb-4">
					<Trans>The bank sent it back. Check your bank account at the provider.</Trans>
				</Callout>
			) : null}
			{payout.isItemised ? (
				<DataTable
					label={t`Content`}
					rows={items}
					rowKey={({ id }) => id}
					rowName={({ id }) => id}
					columns={[
						{ id: 'kind', header: t`What`, cell: (item) => i18n._(kindLabels[item.kind]) },
						{
							id: 'order',
							header: t`Order`,
							cell: (item) =>
								item.orderId && item.eventId ? (
									<Link to={`/events/${item.eventId}/orders/${item.orderId}`} className="link">
										<Trans>View order</Trans>
									</Link>
								) : item.isOfGiftCards ? (
									t`Gift cards`
								) : (
									''
								),
						},
						{
							id: 'when',
							header: t`Date`,
							from: 'md',
							cell: (item) => formats.dateTime(item.occurredAt, timeZone),
						},
						{
							id: 'amount',
							header: t`Amount`,
							align: 'end',
							from: 'sm',
							cell: (item) => money(item.amountMinor),
						},
						{
							id: 'fees',
							header: t`Fees`,
							align: 'end',
							from: 'sm',
							cell: (item) => money(-(item.platformFeeMinor + item.providerFeeMinor) || 0),
						},
						{ id: 'net', header: t`Net`, align: 'end', cell: (item) => money(item.netMinor) },
					]}
				/>
			) : (
				<p className="px-5 pb-5 text-sm text-muted">
					<Trans>The provider doesn’t say what this payout contains.</Trans>
				</p>
			)}
			<ShowMore
				{...more}
				status={
					more.hasMore || items.length > 100 ? (
						<Plural value={items.length} one="# movement shown" other="# movements shown" />
					) : undefined
				}
			/>
		</Card>
	);
}
