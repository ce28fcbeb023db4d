import { Trans, useLingui } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useAttempt } from '#app/lib/attempt.ts';
import { Button } from '#app/ui/button.tsx';
import { downloadOrders } from '../money-api.ts';

const formats = ['csv', 'xlsx'] as const;

/** All orders of an event as a file, whatever the list is narrowed to. */
export function OrdersExport({ event }: { event: string }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const labels = { csv: t`Download CSV`, xlsx: t`Download Excel` };
	const [working, setWorking] = useState<(typeof formats)[number] | null>(null);
	const download = async (format: (typeof formats)[number]) => {
		setWorking(format);
		await attempt(downloadOrders(event, format));
		setWorking(null);
	};
	return (
		<fieldset className="flex w-full flex-wrap items-center gap-2 sm:w-auto" aria-label={t`Export orders`}>
			{formats.map((format) => (
				<Button
					key={format}
					variant="outline"
					icon={Download}
					isLoading={working === format}
					isDisabled={working !== null && working !== format}
					onClick={() => void download(format)}
				>
					{labels[format]}
				</Button>
			))}
			<span role="status" className="sr-only">
				{working ? <Trans>Preparing the file</Trans> : null}
			</span>
		</fieldset>
	);
}
