import { useLingui } from '@lingui/react/macro';
import { lazyPart } from '#app/shell/lazy-part.tsx';
import { PageTitle } from '#app/shell/page-title.tsx';

const ErrorLog = lazyPart(() =>
	import('#app/features/error-log/components/error-log.tsx').then((module) => module.ErrorLog),
);

export default function AdminErrorsPage() {
	const { t } = useLingui();
	return (
		<>
			<PageTitle title={t`Error log`} />
			<ErrorLog />
		</>
	);
}
