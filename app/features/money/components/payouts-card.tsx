import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate } from 'react-router';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { Card } from '#app/ui/card.tsx';
import { DataTable } from '#app/ui/data-table.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Money } from '#app/ui/money.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { StatusBadge, type StatusTone } from '#app/ui/status-badge.tsx';
import type { Payout } from '#shared/contracts/payouts.ts';
import { usePayouts } from '../api.ts';

const states = {
	pending: { label: msg`Pending`, tone: 'pending' },
	in_transit: { label: msg`On its way`, tone: 'info' },
	paid: { label: msg`Paid out`, tone: 'success' },
	failed: { label: msg`Failed`, tone: 'danger' },
	cancelled: { label: msg`Cancelled`, tone: 'neutral' },
} as const satisfies Record<Payout['state'], { label: unknown; tone: StatusTone }>;

/** How a payout stands. */
export function PayoutState({ payout }: { payout: Payout }) {
	const { i18n } = useLingui();
	const { label, tone } = states[payout.state];
	return <StatusBadge tone={tone}>{i18n._(label)}</StatusBadge>;
}

/** The payouts of an organisation, each leading to what it is made of. */
export function PayoutsCard({ organisation, timeZone }: { organisation: string; timeZone: string }) {
	const { t } = useLingui();
	const formats = useFormats();
	const navigate = useNavigate();
	const payouts = usePayouts(organisation);
	const pathOf = ({ id }: Payout) => `/money/payouts/${id}?organisation=${organisation}`;
	return (
		<Card
			title={<Trans>Payouts</Trans>}
			description={<Trans>Money that the provider sends to your bank account.</Trans>}
			padding="none"
		>
			{payouts.error ? <ErrorCallout error={payouts.error} className="mx-5 mb-4" /> : null}
			<DataTable
				label={t`Payouts`}
				rows={payouts.data ?? []}
				rowKey={({ id }) => id}
				rowName={(payout) => formats.money(payout.amountMinor, payout.currency)}
				isLoading={payouts.isPending}
				onOpen={(payout) => void navigate(pathOf(payout))}
				empty={
					<EmptyState
						title={t`No payouts yet`}
						description={t`Card payments are paid out by the provider a few days after the charge.`}
					/>
				}
				columns={[
					{
						id: 'made',
						header: t`Date`,
						cell: (payout) => (
							<Link to={pathOf(payout)} className="link">
								{formats.shortDate(payout.madeAt, timeZone)}
							</Link>
						),
					},
					{ id: 'state', header: t`Status`, cell: (payout) => <PayoutState payout={payout} /> },
					{
						id: 'arrives',
						header: t`At the bank`,
						from: 'md',
						cell: (payout) =>
							payout.state === 'failed' || payout.state === 'cancelled'
								? ''
								: formats.shortDate(payout.arrivesAt, timeZone),
					},
					{ id: 'trace', header: t`Bank reference`, from: 'lg', cell: (payout) => payout.trace ?? '' },
					{
						id: 'amount',
						header: t`Amount`,
						align: 'end',
						cell: (payout) => <Money>{formats.money(payout.amountMinor, payout.currency)}</Money>,
					},
				]}
			/>
			<ShowMore {...moreOf(payouts)} />
		</Card>
	);
}
