/** The service accepts files of 10 MB. */
export const MAX_FILE_BYTES = 10_000_000;

export interface ChosenFile {
  file_name: string;
  content_base64: string;
  /** Sheet of a workbook. */
  sheet?: string;
}

/** Reads a file for the request's body. Throws when the browser can no longer read it. */
export async function readFile(file: File): Promise<ChosenFile> {
  const dataUrl = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return { file_name: file.name, content_base64: dataUrl.slice(dataUrl.indexOf(",") + 1) };
}
