import { useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { useConfirmed } from '#app/features/accounts/components/security/confirm-sign-in.tsx';
import { IntegrationsPage } from '#app/features/integrations/components/integrations-page.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function IntegrationsRoute() {
	const { t } = useLingui();
	const { confirmed, dialog } = useConfirmed();
	return (
		<PageFrame
			title={t`Integrations`}
			description={t`Connect your events to calendars, websites and other tools.`}
		>
			<IntegrationsPage user={useOutletContext<CurrentUser>()} confirmed={confirmed} />
			{dialog}
		</PageFrame>
	);
}
