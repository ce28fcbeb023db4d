import { useLingui } from '@lingui/react/macro';
import { StaffAccess } from '#app/features/check-in/components/staff-access.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import type { Route } from './+types/staff-access';

export default function StaffAccessPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<>
			<PageTitle title={t`Staff access`} />
			<meta name="robots" content="noindex" />
			<StaffAccess key={params.tokenCode} code={params.tokenCode} />
		</>
	);
}
