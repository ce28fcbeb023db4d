import { useLingui } from '@lingui/react/macro';
import { Outlet, useLocation, useMatch, useOutletContext } from 'react-router';
import { AdminNav } from '#app/features/admin/components/admin-nav.tsx';
import { adminSections } from '#app/features/admin/sections.ts';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { AppError } from '#shared/errors/app-error.ts';

const TwoFactorFirst = lazyPart(
	() =>
		import('#app/features/accounts/components/two-factor-first.tsx').then((module) => module.TwoFactorFirst),
	null,
);

/** The administrators' area. The server refuses everybody else as well, call by call. */
export default function AdminArea() {
	const user = useOutletContext<CurrentUser>();
	const isOverview = useMatch('/admin') !== null;
	const { pathname } = useLocation();
	const { t, i18n } = useLingui();
	const section = adminSections
		.flatMap(({ sections }) => sections)
		.find(({ to }) => to !== '/admin' && pathname.startsWith(to));
	if (user.isAdmin && user.needsTwoFactor) return <TwoFactorFirst />;
	if (!user.isAdmin) return <ErrorScreen error={new AppError('AUTH_INSUFFICIENT_PERMISSIONS')} />;
	return (
		<PageFrame
			title={section ? i18n._(section.label) : t`Admin`}
			documentTitle={null}
			{...(isOverview && { description: t`Monitor and manage this installation.` })}
		>
			<div className="grid min-w-0 gap-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-8">
				<AdminNav />
				<div className="min-w-0">
					<Outlet context={user} />
				</div>
			</div>
		</PageFrame>
	);
}
