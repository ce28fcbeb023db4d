import { Trans, useLingui } from '@lingui/react/macro';
import { Outlet, useOutletContext } from 'react-router';
import { DemoNotice } from '#app/features/admin/components/demo-notice.tsx';
import { ErrorScreen } from '#app/shell/error-screen.tsx';
import { PageHeader } from '#app/ui/page-header.tsx';
import { TabLinks } from '#app/ui/tabs.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { AppError } from '#shared/errors/app-error.ts';

/** The administrators' area. The server refuses everybody else as well, call by call. */
export default function AdminArea() {
	const { t } = useLingui();
	const user = useOutletContext<CurrentUser>();
	if (!user.isAdmin) return <ErrorScreen error={new AppError('AUTH_INSUFFICIENT_PERMISSIONS')} />;
	return (
		<div className="page-width flex w-full flex-col py-6 md:py-8">
			<PageHeader
				title={<Trans>Administration</Trans>}
				description={<Trans>What goes on behind the pages of this installation.</Trans>}
			/>
			<DemoNotice />
			<TabLinks
				label={t`Administration`}
				className="mb-6"
				items={[
					{ to: '/admin', label: t`Mail outbox`, isExact: true },
					{ to: '/admin/jobs', label: t`Failed jobs` },
					{ to: '/admin/errors', label: t`Error log` },
				]}
			/>
			<Outlet context={user} />
		</div>
	);
}
