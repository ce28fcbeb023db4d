import { useLingui } from '@lingui/react/macro';
import { MemberScanner } from '#app/features/check-in/components/staff-scanner.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';
import type { Route } from './+types/qr-scanner-event';

export default function QrScannerEventPage({ params }: Route.ComponentProps) {
	const { t } = useLingui();
	return (
		<>
			<PageTitle title={t`QR Scanner`} />
			<MemberScanner event={params.eventCode} />
		</>
	);
}
