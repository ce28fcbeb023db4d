import { Trans, useLingui } from '@lingui/react/macro';
import { useOutletContext } from 'react-router';
import { ReportTable } from '#app/features/feedback/components/report-table.tsx';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { ErrorScreen } from '#app/shell/lazy-screens.tsx';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import type { CurrentUser } from '#shared/contracts/accounts.ts';
import { AppError } from '#shared/errors/app-error.ts';

const TwoFactorFirst = lazyPart(
	() =>
		import('#app/features/accounts/components/two-factor-first.tsx').then((module) => module.TwoFactorFirst),
	null,
);

/** Bug reports and feature requests. The server refuses everybody but administrators as well, call by call. */
export default function FeedbackAdminPage() {
	const { t } = useLingui();
	const user = useOutletContext<CurrentUser>();
	if (user.isAdmin && user.needsTwoFactor) return <TwoFactorFirst />;
	if (!user.isAdmin) return <ErrorScreen error={new AppError('AUTH_INSUFFICIENT_PERMISSIONS')} />;
	return (
		<PageFrame
			title={t`Feedback`}
			actions={
				<ButtonLink to="/admin" variant="outline">
					<Trans>Admin</Trans>
				</ButtonLink>
			}
			description={
				<Trans>
					Bug reports and feature requests. If email is set up, reporters are emailed when the status changes.
				</Trans>
			}
		>
			<ReportTable />
		</PageFrame>
	);
}
