import { useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { DeveloperPage } from '#app/features/integrations/developer-page.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function DeveloperPortalRoute() {
	const { t } = useLingui();
	return (
		<PageFrame isForm title={t`Developer Portal`} description={t`Build on this site’s API.`}>
			<DeveloperPage user={useOutletContext<CurrentUser>()} />
		</PageFrame>
	);
}
