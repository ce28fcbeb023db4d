import { useLingui } from '@lingui/react/macro';
import {
	useBankLines,
	useDifferences,
	useDisputes,
	useFeeInvoices,
	useOwedRefunds,
	usePayouts,
} from '#app/features/money/api.ts';
import { MoneyFigures } from '#app/features/money/components/money-figures.tsx';
import { MoneyFrame, type MoneyOrganisation } from '#app/features/money/components/money-frame.tsx';
import { PayoutsCard } from '#app/features/money/components/payouts-card.tsx';
import { useBalances, usePaymentAccount, usePaymentSettings } from '#app/features/payments/api.ts';
import { readError } from '#app/lib/read-error.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { RouteSkeleton, type ShapedPage } from '#app/shell/route-skeleton.tsx';
import { Badge } from '#app/ui/badge.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { memberCan } from '#shared/rules/permissions.ts';

export const handle = { shape: 'figures' } satisfies ShapedPage;

const DisputesCard = lazyPart(
	() => import('#app/features/money/components/disputes-card.tsx').then((module) => module.DisputesCard),
	<Skeleton className="h-48" />,
);

const DifferencesCard = lazyPart(
	() =>
		import('#app/features/money/components/differences-card.tsx').then((module) => module.DifferencesCard),
	<Skeleton className="h-48" />,
);

const BankCard = lazyPart(
	() => import('#app/features/money/components/bank-card.tsx').then((module) => module.BankCard),
	<Skeleton className="h-48" />,
);

const OwedRefundsCard = lazyPart(
	() =>
		import('#app/features/money/components/owed-refunds-card.tsx').then((module) => module.OwedRefundsCard),
	<Skeleton className="h-48" />,
);

const FeeInvoicesCard = lazyPart(
	() =>
		import('#app/features/money/components/fee-invoices-card.tsx').then((module) => module.FeeInvoicesCard),
	<Skeleton className="h-48" />,
);

/** /money: where an organisation's money is, its payouts, what differs from the provider, and disputes. */
export default function MoneyRoute() {
	const { t } = useLingui();
	return (
		<MoneyFrame title={t`Money`} description={t`Your balance, pending payouts, and open tasks.`}>
			{(organisation) => <Sections key={organisation.id} organisation={organisation} />}
		</MoneyFrame>
	);
}

function Sections({ organisation }: { organisation: MoneyOrganisation }) {
	const { id } = organisation;
	const { t } = useLingui();
	const balances = useBalances(id);
	const account = usePaymentAccount(id);
	const settings = usePaymentSettings(id);
	const lines = useBankLines(id);
	const feeInvoices = useFeeInvoices(id);
	const mayRefund = memberCan(organisation, 'refunds.make');
	const owed = useOwedRefunds(id, 'to_send', { enabled: mayRefund });
	const others = [usePayouts(id), useDisputes(id), useDifferences(id)];
	const isWaiting =
		(mayRefund && owed.isPending) ||
		[account, settings, lines, feeInvoices, ...others].some((one) => one.isPending);
	const takesTransfers = settings.data?.takesTransfers === true || (lines.data ?? []).length > 0;
	const isEditable = memberCan(organisation, 'money.manage');
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const shared = { organisation: id, timeZone, isEditable };
	const error = readError(balances);
	if (error) return <ErrorCallout error={error} onRetry={balances.refetch} />;
	// All at once, so that nothing moves when the slowest of them arrives.
	if (!balances.data || isWaiting) return <RouteSkeleton />;
	return (
		<>
			{account.data?.isTest ? (
				<div>
					<Badge variant="outline">{t`Test mode`}</Badge>
				</div>
			) : null}
			{balances.data.data.length === 0 ? (
				<EmptyState
					title={t`Nothing was sold yet`}
					description={t`Figures appear here with the first paid order.`}
				/>
			) : (
				<MoneyFigures balances={balances.data.data} />
			)}
			{mayRefund && (takesTransfers || settings.data?.takesMoneyAtDoor || owed.data?.length) ? (
				<OwedRefundsCard organisation={id} isSandbox={organisation.isSandbox} />
			) : null}
			<DisputesCard {...shared} />
			<PayoutsCard {...shared} />
			<DifferencesCard {...shared} />
			{feeInvoices.error || feeInvoices.data?.length ? <FeeInvoicesCard organisation={id} /> : null}
			{takesTransfers ? <BankCard organisation={id} isEditable={isEditable} /> : null}
		</>
	);
}
