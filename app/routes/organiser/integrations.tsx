import { Trans, useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { IntegrationsPage } from '#app/features/integrations/integrations-page.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';

export default function IntegrationsRoute() {
	const { t } = useLingui();
	return (
		<div className="page-width flex w-full max-w-4xl flex-col py-6 md:py-8">
			<PageTitle title={t`Integrations`} />
			<PageHeader
				title={<Trans>Integrations</Trans>}
				description={<Trans>Connect your events to calendars, websites and other tools.</Trans>}
			/>
			<IntegrationsPage user={useOutletContext<CurrentUser>()} />
		</div>
	);
}
