/** Gives the browser a response to save, under the name that the server gave it. */
export async function saveResponse(response: Response, otherwise: string): Promise<void> {
	const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
	const url = URL.createObjectURL(await response.blob());
	const link = document.createElement('a');
	link.href = url;
	link.download = name ? decodeURIComponent(name) : otherwise;
	link.click();
	setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
