import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { AccountPage } from './account-page.tsx';

/** Where a link without its secret leads, or with a part of it: what it takes to go on. */
export function IncompleteLink(props: { lead: ReactNode; children?: ReactNode }) {
	const { t } = useLingui();
	return (
		<AccountPage title={t`This link is incomplete`} lead={props.lead}>
			{props.children}
		</AccountPage>
	);
}
