import { Trans, useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { DeveloperPage } from '#app/features/integrations/developer-page.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function DeveloperPortalRoute() {
	const { t } = useLingui();
	return (
		<div className="page-width flex w-full max-w-4xl flex-col py-6 md:py-8">
			<PageTitle title={t`Developer Portal`} />
			<PageHeader
				title={<Trans>Developer Portal</Trans>}
				description={<Trans>Build on this site’s API.</Trans>}
			/>
			<DeveloperPage user={useOutletContext<CurrentUser>()} />
		</div>
	);
}
