import { useLingui } from '@lingui/react/macro';
import { ErrorLog } from '#app/features/error-log/components/error-log.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';

export default function AdminErrorsPage() {
	const { t } = useLingui();
	return (
		<>
			<PageTitle title={t`Error log`} />
			<ErrorLog />
		</>
	);
}
