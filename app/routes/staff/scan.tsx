import { StaffScanner } from '#app/features/check-in/components/staff-scanner.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import type { Route } from './+types/scan';

export default function ScanPage({ params }: Route.ComponentProps) {
	return (
		<>
			<PageTitle title="Staff Scanner" />
			<meta name="robots" content="noindex" />
			<StaffScanner token={params.token} />
		</>
	);
}
