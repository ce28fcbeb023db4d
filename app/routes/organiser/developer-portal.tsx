import { useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { useConfirmed } from '#app/features/accounts/components/security/confirm-sign-in.tsx';
import { PortalPage } from '#app/features/developer/components/portal-page.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function DeveloperPortalRoute() {
	const { t } = useLingui();
	const { confirmed, dialog } = useConfirmed();
	return (
		<PageFrame title={t`Developer Portal`} description={t`API keys, their calls, and how to call the API.`}>
			<PortalPage user={useOutletContext<CurrentUser>()} confirmed={confirmed} />
			{dialog}
		</PageFrame>
	);
}
