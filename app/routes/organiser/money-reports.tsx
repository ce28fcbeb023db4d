import { useOutletContext } from 'react-router';
import { TaxReportSection } from '#app/features/ledger/components/tax-report.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { memberCan } from '#shared/rules/permissions.ts';
import type { MoneyContext } from './money-layout.tsx';

const GiftAidCards = lazyPart(
	() =>
		import('#app/features/fundraisers/components/gift-aid-card.tsx').then((module) => module.GiftAidCards),
	null,
);

/** /money/reports: tax by month, the journal, the closing of months, and Gift Aid of UK charities. */
export default function MoneyReportsPage() {
	const { organisation, confirmed } = useOutletContext<MoneyContext>();
	const canManage = memberCan(organisation, 'money.manage');
	return (
		<TaxReportSection organisation={organisation.id} canClose={canManage} confirmed={confirmed}>
			<GiftAidCards organisation={organisation.id} isEditable={canManage} />
		</TaxReportSection>
	);
}
