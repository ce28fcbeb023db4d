import { useLingui } from '@lingui/react/macro';
import { usePayout } from '#app/features/money/api.ts';
import { MoneyFrame } from '#app/features/money/components/money-frame.tsx';
import { PayoutContent } from '#app/features/money/components/payout-content.tsx';
import { readError } from '#app/lib/read-error.ts';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { RouteSkeleton } from '#app/shell/route-skeleton.tsx';
import { Breadcrumb } from '#app/ui/breadcrumb.tsx';
import type { Route } from './+types/money-payout';

/** /money/payouts/:payout: what one payout is made of. */
export default function MoneyPayoutRoute({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<MoneyFrame title={t`Payout`} breadcrumb={<Breadcrumb items={[{ label: t`Money`, to: '/money' }]} />}>
			{({ id }) => <Content key={id} organisation={id} payout={params.payout} />}
		</MoneyFrame>
	);
}

function Content({ organisation, payout }: { organisation: string; payout: string }) {
	const query = usePayout(organisation, payout);
	const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
	const error = readError(query);
	if (error) return <ErrorScreen error={error} />;
	if (!query.data) return <RouteSkeleton />;
	const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
	return (
		<PayoutContent
			content={query.data}
			timeZone={timeZone}
			more={{ hasMore: hasNextPage, isLoading: isFetchingNextPage, onMore: () => void fetchNextPage() }}
		/>
	);
}
