import { useEffect, useState } from 'react';

/** An address of a file in this page, for as long as the component shows it; undefined in the first render. */
export function useObjectUrl(file: Blob): string | undefined {
	const [url, setUrl] = useState<string>();
	useEffect(() => {
		const made = URL.createObjectURL(file);
		setUrl(made);
		return () => URL.revokeObjectURL(made);
	}, [file]);
	return url;
}
