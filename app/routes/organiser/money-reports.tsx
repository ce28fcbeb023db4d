import { useOutletContext } from 'react-router';
import { TaxReportSection } from '#app/features/ledger/components/tax-report.tsx';
import { accountNames, BalancesCard } from '#app/features/money/components/balances-card.tsx';
import { useBalances } from '#app/features/payments/api.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import type { ShapedPage } from '#app/shell/route-skeleton.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { memberCan } from '#shared/rules/permissions.ts';
import type { MoneyContext } from './money-layout.tsx';

export const handle = { shape: 'figures' } satisfies ShapedPage;

const GiftAidCards = lazyPart(
	() =>
		import('#app/features/fundraisers/components/gift-aid-card.tsx').then((module) => module.GiftAidCards),
	null,
);

/** /money/reports: tax by month, the journal, the books, the closing of months, and Gift Aid of UK charities. */
export default function MoneyReportsPage() {
	const { organisation, confirmed } = useOutletContext<MoneyContext>();
	const canManage = memberCan(organisation, 'money.manage');
	return (
		<TaxReportSection
			organisation={organisation.id}
			canManage={canManage}
			confirmed={confirmed}
			accountNames={accountNames}
		>
			<Books organisation={organisation.id} />
			<GiftAidCards organisation={organisation.id} isEditable={canManage} />
		</TaxReportSection>
	);
}

function Books({ organisation }: { organisation: string }) {
	const balances = useBalances(organisation);
	if (balances.error) return <ErrorCallout error={balances.error} onRetry={balances.refetch} />;
	return balances.data ? <BalancesCard balances={balances.data.data} /> : <Skeleton className="h-48" />;
}
