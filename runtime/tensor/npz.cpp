#include "tensor/npz.h"

#include "tensor/device_array.h"
#include "tensor/npy.h"
#include "tensor/zip.h"

namespace ag {

namespace {

constexpr std::string_view kSuffix = ".npy";

}  // namespace

std::map<std::string, Tensor> load_npz(const std::string& path, SourceLocation location) {
  const detail::InputFile file(path, location);
  std::map<std::string, Tensor> tensors;
  for (const detail::ZipMember& member : detail::read_zip_directory(file)) {
    if (!member.name.ends_with(kSuffix)) file.fail("'" + member.name + "' in it is no array: its name has no .npy");
    detail::ZipReader reader(file, member);
    const auto read = [&](void* out, size_t count) { reader.read(out, count); };
    Tensor tensor = detail::on_default_device(detail::read_npy(read, member.size, file, member.name), location);
    reader.finish();
    const std::string name = member.name.substr(0, member.name.size() - kSuffix.size());
    if (!tensors.emplace(name, std::move(tensor)).second) file.fail("has two arrays named '" + name + "'");
  }
  return tensors;
}

void save_npz(const std::string& path, const std::map<std::string, Tensor>& tensors, SourceLocation location) {
  constexpr uint64_t kWideFrom = 0xffffffff;
  detail::write_npz(path, tensors, kWideFrom, location);
}

void detail::write_npz(const std::string& path, const std::map<std::string, Tensor>& tensors, uint64_t wide_from,
                       SourceLocation location) {
  constexpr size_t kMaxNameLength = 0xffff;
  // All checks come before the first write.
  std::map<std::string, std::string> headers;
  for (const auto& [name, tensor] : tensors) {
    if (name.size() + kSuffix.size() > kMaxNameLength || name.find('\0') != std::string::npos) {
      throw Error(ErrorKind::invalid_argument, "save_npz: an array has a name that a .npz file cannot hold", location);
    }
    headers[name] = npy_header(tensor, ("save_npz: '" + name + "'").c_str(), location);
  }
  OutputFile file(path, location);
  ZipWriter writer(file, wide_from);
  for (const auto& [name, tensor] : tensors) {
    const Tensor dense = make_contiguous(host_array(tensor, location));
    const TensorImpl& impl = *dense.impl();
    const size_t bytes = static_cast<size_t>(impl.shape.element_count()) * item_size(impl.dtype);
    writer.add(name + std::string(kSuffix), headers[name], {reinterpret_cast<const char*>(impl.data()), bytes});
  }
  writer.finish();
  file.commit();
}

}  // namespace ag
