import { RouterProvider } from "@tanstack/react-router";
import { router } from "./router.tsx";

export default function InternalApp() {
  return <RouterProvider router={router} />;
}
