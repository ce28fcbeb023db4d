import { useLingui } from '@lingui/react/macro';
import { TabLinks } from '#app/ui/tabs.tsx';

/** The pages of an organisation's money. */
export function MoneyTabs() {
	const { t } = useLingui();
	return (
		<TabLinks
			label={t`Money`}
			items={[
				{ to: '/money', label: t`Overview`, isExact: true },
				{ to: '/money/documents', label: t`Documents` },
				{ to: '/money/reports', label: t`Reports` },
				{ to: '/money/gift-cards', label: t`Gift cards` },
				{ to: '/money/withdrawals', label: t`Withdrawals` },
				{ to: '/stripe-connect-demo', label: t`Payment account` },
			]}
		/>
	);
}
