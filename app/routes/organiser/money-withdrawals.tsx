import { useOutletContext } from 'react-router';
import type { WithdrawalFilters } from '#app/features/withdrawals/api.ts';
import { WithdrawalList } from '#app/features/withdrawals/components/withdrawal-list.tsx';
import { useUrlFilters } from '#app/lib/url-filters.ts';
import { memberCan } from '#shared/rules/permissions.ts';
import { withdrawalStates } from '#shared/rules/withdrawals.ts';
import type { MoneyContext } from './money-layout.tsx';

const isKnown = (_: string, value: string) => withdrawalStates.some((state) => state === value);

/** /money/withdrawals: statements by which buyers withdrew from contracts. */
export default function MoneyWithdrawalsPage() {
	const { organisation, confirmed } = useOutletContext<MoneyContext>();
	const [{ state }, setInAddress] = useUrlFilters<{ state: WithdrawalFilters['state'] }>(
		{ state: '' },
		isKnown,
	);
	return (
		<WithdrawalList
			organisation={organisation.id}
			filters={{ state }}
			onFilters={setInAddress}
			canDecide={memberCan(organisation, 'refunds.make')}
			confirmed={confirmed}
		/>
	);
}
