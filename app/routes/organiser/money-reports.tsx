import { useOutletContext } from 'react-router';
import { TaxReportSection } from '#app/features/ledger/components/tax-report.tsx';
import { memberCan } from '#shared/rules/permissions.ts';
import type { MoneyContext } from './money-layout.tsx';

/** /money/reports: tax by month, the journal, and the closing of months. */
export default function MoneyReportsPage() {
	const { organisation, confirmed } = useOutletContext<MoneyContext>();
	return (
		<TaxReportSection
			organisation={organisation.id}
			canClose={memberCan(organisation, 'money.manage')}
			confirmed={confirmed}
		/>
	);
}
