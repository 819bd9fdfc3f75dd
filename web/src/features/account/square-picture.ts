/** Large enough for the largest avatar on a dense screen. */
const EDGE = 384;
const QUALITY = 0.85;

/**
 * The center of a picture, cropped to a small square, in base64. Redrawing it removes metadata such as the location and
 * time.
 */
export async function squarePicture(file: File): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    const edge = Math.min(picture.width, picture.height);
    const size = Math.min(edge, EDGE);
    const canvas = document.createElement("canvas");
    canvas.width = size;
    canvas.height = size;
    const [left, top] = [(picture.width - edge) / 2, (picture.height - edge) / 2];
    const context = canvas.getContext("2d");
    if (!context) throw new Error("This browser can't process pictures");
    context.drawImage(picture, left, top, edge, edge, 0, 0, size, size);
    // A browser without WebP writes PNG.
    const address = canvas.toDataURL("image/webp", QUALITY);
    return address.slice(address.indexOf(",") + 1);
  } finally {
    picture.close();
  }
}
